// The ./jungle launcher, in a copy of the root with stand-ins for apt-get, dpkg-query, sudo and cmake that
// write down how they are called.

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

class Launcher : public ::testing::Test {
 protected:
  Launcher() {
    fs::copy_file(source_folder() / "jungle", root() / "jungle");
    fs::create_directories(root() / "core");
    folder_.write("CMakeLists.txt", "");
    folder_.write("core/a.cpp", "");
    tool("dpkg-query", "cat " + (root() / "installed").string() + " 2>/dev/null");
    tool("apt-get", "");
    tool("sudo", "[[ $1 == -* ]] && shift; exec \"$@\"");
    tool("git", "echo 1a2b3c");
    // A build makes a program that prints its arguments.
    tool("cmake",
         "if [[ $1 == --build ]]; then mkdir -p $2/bin; printf '#!/bin/bash\\necho \"ran $*\"\\n' > "
         "$2/bin/jungle;"
         " chmod +x $2/bin/jungle; [[ ! -e " +
             (root() / "broken").string() + " ]] || { echo 'a.cpp:1: error: broken'; exit 1; }; fi");
    // The real ones of everything else that a script may expect anywhere.
    for (const char* name : {"awk", "bash", "cat", "chmod", "dirname", "env", "find", "flock", "grep", "head",
                             "md5sum", "mkdir", "nproc", "readlink", "rm", "sort", "tail", "tee"}) {
      const ProgramRun which = run_program({"bash", "-c", "command -v " + std::string(name)});
      fs::create_symlink(lines_of(which.out).front(), bin() / name);
    }
  }

  fs::path root() const { return folder_.path(); }
  fs::path bin() const { return root() / "bin"; }
  const TemporaryFolder& folder() const { return folder_; }

  void tool(const std::string& name, const std::string& body) const {
    fs::create_directories(bin());
    const std::string note = "echo \"" + name + " $*\" >> " + (root() / "calls").string() + "\n";
    fs::permissions(folder_.write("bin/" + name, "#!/bin/bash\n" + note + body + "\n"), fs::perms::owner_all);
  }

  ProgramRun launch(const std::vector<std::string>& arguments, const std::string& setting = "CI=true") const {
    std::vector<std::string> words = {"env",       "-i",    "PATH=" + bin().string(),
                                      "TERM=dumb", setting, root() / "jungle"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_program(words);
  }

  // The calls of one tool since the last time.
  std::vector<std::string> calls_of(const std::string& name) {
    std::vector<std::string> calls = lines_of(read_text(root() / "calls"));
    std::erase_if(calls, [&](const std::string& call) { return !call.starts_with(name + " "); });
    return calls;
  }
  void forget_calls() const { fs::remove(root() / "calls"); }

 private:
  TemporaryFolder folder_;
};

TEST_F(Launcher, InstallsBuildsAndRunsWithTheArguments) {
  const ProgramRun run = launch({"perft", "--fen", "two words"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "ran perft --fen two words\n");
  const auto apt = calls_of("apt-get");
  ASSERT_EQ(apt.size(), 2U);
  EXPECT_NE(apt[0].find(" update"), std::string::npos);
  EXPECT_NE(apt[1].find(" libdnnl-dev"), std::string::npos);
  EXPECT_NE(apt[1].find(" libtorch-dev"), std::string::npos);
  EXPECT_NE(run.err.find("installing Debian packages: g++ cmake"), std::string::npos) << "it says what";
  const auto cmake = calls_of("cmake");
  ASSERT_EQ(cmake.size(), 2U);
  EXPECT_TRUE(cmake[1].ends_with("--target jungle")) << "no tests, no benchmarks: " << cmake[1];
}

TEST_F(Launcher, BuildsAgainOnlyWhenASourceFileChanged) {
  ASSERT_EQ(launch({"x"}).exit_code, 0);
  const auto builds_after = [&](auto change) {
    forget_calls();
    change();
    EXPECT_EQ(launch({"x"}).out, "ran x\n");
    return !calls_of("cmake").empty();
  };
  EXPECT_FALSE(builds_after([] {}));
  EXPECT_FALSE(builds_after([&] { folder().write("notes.txt", "not a source"); }));
  EXPECT_TRUE(builds_after([&] { folder().write("core/a.cpp", "int a;"); }));
  EXPECT_TRUE(builds_after([&] { folder().write("core/b.cpp", ""); }));
  EXPECT_TRUE(builds_after([&] { fs::remove(root() / "core/b.cpp"); }));
  EXPECT_TRUE(builds_after([&] { fs::remove(root() / "build/release/bin/jungle"); }));
  EXPECT_FALSE(builds_after([] {}));
}

TEST_F(Launcher, AFailedBuildShowsTheErrorAndIsTriedAgain) {
  folder().write("broken", "");
  const ProgramRun run = launch({"x"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "") << "the old or half-built program does not run";
  EXPECT_NE(run.err.find("a.cpp:1: error: broken"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("launcher.log"), std::string::npos) << run.err;
  EXPECT_EQ(launch({"x"}).exit_code, 1);
  fs::remove(root() / "broken");
  EXPECT_EQ(launch({"x"}).out, "ran x\n");
}

TEST_F(Launcher, WithoutTorchItInstallsAndBuildsNone) {
  ASSERT_EQ(launch({"x"}, "JUNGLE_WITH_TORCH=OFF").exit_code, 0);
  for (const std::string& call : calls_of("apt-get"))
    EXPECT_EQ(call.find("libtorch"), std::string::npos) << call;
  EXPECT_NE(calls_of("cmake").front().find("-DJUNGLE_WITH_TORCH=OFF"), std::string::npos);
}

TEST_F(Launcher, WhatIsInstalledIsNotInstalledAgain) {
  folder().write("installed", "g++ installed\nlibfmt-dev installed\ncmake config-files\n");
  ASSERT_EQ(launch({"x"}).exit_code, 0);
  const std::string install = calls_of("apt-get").back() + " ";
  EXPECT_EQ(install.find(" g++ "), std::string::npos) << install;
  EXPECT_EQ(install.find(" libfmt-dev "), std::string::npos) << install;
  EXPECT_NE(install.find(" cmake "), std::string::npos)
      << "removed, only its configuration is left: " << install;
}

TEST_F(Launcher, OnAnotherSystemItListsThePackagesAndStops) {
  fs::remove(bin() / "dpkg-query");
  fs::remove(bin() / "apt-get");
  const ProgramRun run = launch({"x"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("  libdnnl-dev\n"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST_F(Launcher, TestBuildsEverythingAndGivesCtestsExitCode) {
  tool("ctest", "exit 8");
  const ProgramRun run = launch({"test", "-L", "core"});
  EXPECT_EQ(run.exit_code, 8) << run.err;
  EXPECT_TRUE(calls_of("cmake")[1].ends_with("--target all"));
  ASSERT_EQ(calls_of("ctest").size(), 1U);
  EXPECT_TRUE(calls_of("ctest")[0].ends_with(" -L core"));
}

TEST_F(Launcher, TwoAtOnceBuildOnceAndBothRun) {
  const std::string call = "PATH=" + bin().string() + " " + (root() / "jungle").string() + " x";
  const ProgramRun run = run_program({"bash", "-c", call + " & " + call + " & wait"});
  EXPECT_EQ(run.out, "ran x\nran x\n") << run.err;
  EXPECT_EQ(calls_of("cmake").size(), 2U) << "one configuration, one build";
}

TEST_F(Launcher, ALinkToItWorksFromAnywhere) {
  const TemporaryFolder elsewhere;
  fs::create_symlink(root() / "jungle", elsewhere.path() / "link");
  const ProgramRun run =
      run_program({"env", "-i", "-C", elsewhere.path(), "PATH=" + bin().string(), "./link", "show"});
  EXPECT_EQ(run.out, "ran show\n") << run.err;
}

}  // namespace
}  // namespace jungle::test
