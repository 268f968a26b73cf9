#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/util/file.hpp"
#include "core/util/random.hpp"
#include "nn/weights.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

class WeightsFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::temp_directory_path() / ("jungle_weights_" + std::to_string(::getpid()) + "_" + name);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path path() const { return folder_ / "net.safetensors"; }
  std::string saved(const NetWeights& weights) const {
    save_weights(path(), weights);
    return *read_file(path(), 1 << 24);
  }
  // The message of the refusal; empty when the bytes were accepted.
  std::string refusal(std::string_view bytes) const {
    std::ofstream(path(), std::ios::binary) << bytes;
    const Result<NetWeights> weights = load_weights(path());
    return weights ? "" : weights.error();
  }

 private:
  fs::path folder_;
};

NetWeights small_net() {
  NetWeights weights =
      random_weights(NetConfig{.channels = 8, .blocks = 1, .value_channels = 2, .value_hidden = 4}, 1);
  weights.metadata = {{"generation", "7"}, {"rule_sets", "wango kawu"}, {"odd", "\"{}\n\\ \xc3\xa9"}};
  return weights;
}

// The same file with other text in its header, the length adapted.
std::string with_header(const std::string& bytes, const std::string& from, const std::string& to) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  std::string header = bytes.substr(8, length);
  const std::size_t at = header.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  header.replace(at, from.size(), to);
  const std::uint64_t new_length = header.size();
  std::string result(reinterpret_cast<const char*>(&new_length), sizeof new_length);
  return result + header + bytes.substr(8 + length);
}

TEST_F(WeightsFile, LoadGivesWhatWasSaved) {
  const NetWeights weights = small_net();
  saved(weights);
  const Result<NetWeights> loaded = load_weights(path());
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(*loaded, weights);
  EXPECT_FALSE(fs::exists(temporary_name(path())));
}

TEST_F(WeightsFile, BytesAreReadAsTheirFileIs) {
  const std::string bytes = saved(small_net());
  EXPECT_EQ(*parse_weights(bytes, "bytes"), small_net());
  const std::string cut = bytes.substr(0, bytes.size() - 1);
  ASSERT_FALSE(parse_weights(cut, "bytes"));
  EXPECT_TRUE(parse_weights(cut, "bytes").error().starts_with("bytes: "));
}

TEST_F(WeightsFile, IsASafetensorsFileWithAlignedData) {
  const std::string bytes = saved(small_net());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  EXPECT_EQ(length % 8, 0U);
  const std::string header = bytes.substr(8, length);
  EXPECT_TRUE(header.starts_with("{\"__metadata__\":{"));
  EXPECT_NE(
      header.find("\"stem.conv.weight\":{\"dtype\":\"F32\",\"shape\":[8,36,3,3],\"data_offsets\":[0,10368]}"),
      std::string::npos);
}

TEST_F(WeightsFile, NamesTheFileThatIsMissing) {
  const Result<NetWeights> weights = load_weights(path());
  ASSERT_FALSE(weights);
  EXPECT_EQ(weights.error(), path().string() + ": No such file or directory");
  EXPECT_FALSE(load_weights(path().parent_path())) << "a folder is not a net";
}

TEST_F(WeightsFile, NamesTheFormatItFoundInstead) {
  const std::string rest(100, '\0');
  EXPECT_NE(refusal("PK\x03\x04" + rest).find("found a zip archive, like PyTorch's .pt"), std::string::npos);
  EXPECT_NE(refusal("\x1f\x8b" + rest).find("found a gzip file"), std::string::npos);
  EXPECT_NE(refusal("").find("expected a .safetensors net"), std::string::npos);
  EXPECT_NE(refusal("hello, this is a text file").find("expected a .safetensors net"), std::string::npos);
}

TEST_F(WeightsFile, RefusesForeignSafetensorsAndOtherVersions) {
  const std::string bytes = saved(small_net());
  EXPECT_NE(refusal(with_header(bytes, "jungle.format", "pt")).find("of another program"), std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "net 1", "net 2")).find("found format \"net 2\", expected \"net 1\""),
            std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "\"jungle.planes_version\":\"1\"", "\"jungle.planes_version\":\"9\""))
                .find("found a net for planes version 9, expected version 1"),
            std::string::npos);
}

TEST_F(WeightsFile, RefusesAConfigOutOfRange) {
  const std::string bytes = saved(small_net());
  const std::string key = "\"jungle.blocks\":";
  EXPECT_NE(refusal(with_header(bytes, key + "\"1\"", key + "\"100000\"")).find("not in 1..64"),
            std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, key + "\"1\"", key + "\"one\"")).find("is not a number"),
            std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, key + "\"1\"", key + "\"2\"")).find("is missing"), std::string::npos);
}

TEST_F(WeightsFile, RefusesWrongTensors) {
  const std::string bytes = saved(small_net());
  EXPECT_NE(
      refusal(with_header(bytes, "policy.out.bias", "policy.out.biaz")).find("policy.out.bias is missing"),
      std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "\"shape\":[4]", "\"shape\":[2,2]")).find("expected F32 [4]"),
            std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "\"F32\"", "\"F16\"")).find("found F16"), std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "[0,10368]", "[0,10364]")).find("offsets"), std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "[0,10368]", "[0,1e300]")).find("data_offsets"), std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "[0,10368]", "[-1,10367]")).find("data_offsets"), std::string::npos);
  const std::string extra = R"("extra":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"stem.conv.weight")";
  EXPECT_NE(refusal(with_header(bytes, "\"stem.conv.weight\"", extra)).find("unknown tensor extra"),
            std::string::npos);
}

TEST_F(WeightsFile, RefusesNanInfinityAndNegativeVariance) {
  NetWeights weights = small_net();
  weights.tensors.at("policy.out.bias").data[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal(saved(weights)).find("tensor policy.out.bias holds NaN"), std::string::npos);
  weights.tensors.at("policy.out.bias").data[1] = std::numeric_limits<float>::infinity();
  EXPECT_NE(refusal(saved(weights)).find("tensor policy.out.bias holds NaN or infinity"), std::string::npos);
  weights.tensors.at("policy.out.bias").data[1] = 0;
  weights.tensors.at("stem.bn.running_var").data[0] = -1;
  EXPECT_NE(refusal(saved(weights)).find("negative variance"), std::string::npos);
}

TEST_F(WeightsFile, RefusesEveryCutAndAnAddedByte) {
  const std::string bytes = saved(small_net());
  EXPECT_EQ(refusal(bytes), "");
  EXPECT_NE(refusal(bytes + "x").find("bytes of tensors, expected"), std::string::npos);
  Rng rng({2});
  for (int i = 0; i < 100; ++i) EXPECT_NE(refusal(bytes.substr(0, rng.below(bytes.size()))), "");
}

// A header may claim anything; it must be refused or read, without a crash or a huge allocation.
TEST_F(WeightsFile, SurvivesHeadersWithRandomDamage) {
  const std::string bytes = saved(small_net());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  Rng rng({3});
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    for (int k = 0; k < 3; ++k) damaged[rng.below(8 + length)] = static_cast<char>(rng.below(256));
    refusal(damaged);
  }
  const std::string huge_length = "\xff\xff\xff\xff\xff\xff\xff\x7f{}";
  EXPECT_NE(refusal(huge_length), "");
  std::string nested(8, '\0');
  nested[2] = 1;  // 65536 bytes of header
  EXPECT_NE(refusal(nested + "{\"a\":" + std::string(65531, '[')), "");
}

TEST_F(WeightsFile, RefusesTensorsThatOverlapOrLeaveGaps) {
  const std::string bytes = saved(small_net());
  EXPECT_EQ(refusal(bytes), "");
  EXPECT_NE(refusal(with_header(bytes, "[10400,10432]", "[10368,10400]")).find("overlapping"),
            std::string::npos);
  EXPECT_NE(refusal(with_header(bytes, "[10400,10432]", "[10404,10432]")).find("or a gap"),
            std::string::npos);
}

}  // namespace
}  // namespace jungle
