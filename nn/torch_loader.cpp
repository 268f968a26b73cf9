#include "nn/torch_loader.hpp"

#include <system_error>

#include <dlfcn.h>

namespace jungle {
namespace {

using ApiFunction = const TorchApi* (*)();

std::string loader_error() {
  const char* message = dlerror();
  return message != nullptr ? message : "unknown error";
}

}  // namespace

Result<TorchModule> TorchModule::open() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return Error{"cannot tell where this program lies (/proc/self/exe: " + error.message() + ")"};
  const std::filesystem::path installed = program.parent_path().parent_path() / "lib" / "jungle";
  if (std::filesystem::exists(installed / kTorchModuleFile, error)) return open(installed);
  return open(program.parent_path());
}

Result<TorchModule> TorchModule::open(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kTorchModuleFile;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return Error{"training and backend=torch need " + file.string() +
                 ", which was not built: install libtorch-dev and configure with -DJUNGLE_WITH_TORCH=ON"};
  }
  // Local: its copies of our own functions must not stand in for the program's. Never closed: LibTorch does
  // not survive unloading.
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error{"cannot load the LibTorch module: " + loader_error()};
  const auto api = reinterpret_cast<ApiFunction>(dlsym(handle, "jungle_torch_api"));
  if (api == nullptr) return Error{"not this program's LibTorch module: " + loader_error()};
  return TorchModule(api());
}

}  // namespace jungle
