#include "nn/torch_loader.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "test_batch.hpp"

namespace jungle {
namespace {

TEST(TorchModule, OpensAndTrains) {
  const Result<TorchModule> module = TorchModule::open(JUNGLE_TORCH_MODULE_DIR);
  ASSERT_TRUE(module) << module.error();
  EXPECT_FALSE(module->api().version().empty());
  const test::TestBatch batch(8, 1);
  const auto trainer =
      module->api().make_trainer(random_weights(test::kSmallNet, 1), {.batch_size = 8, .slices = 2});
  EXPECT_TRUE(trainer->step(batch.view(), 1e-3).finite());
  EXPECT_EQ(trainer->steps_done(), 1);
}

TEST(TorchModule, SaysInOneLineThatItIsNotThere) {
  const Result<TorchModule> module = TorchModule::open("/nonexistent");
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error(),
            "training and backend=torch need /nonexistent/libjungle_torch.so, which was not built: install "
            "libtorch-dev and configure with -DJUNGLE_WITH_TORCH=ON");
}

TEST(TorchModule, RefusesAFileThatIsNoModule) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "torch_module_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / kTorchModuleFile) << "not a library";
  const Result<TorchModule> module = TorchModule::open(folder);
  ASSERT_FALSE(module);
  EXPECT_TRUE(module.error().starts_with("cannot load the LibTorch module: ")) << module.error();
  EXPECT_EQ(module.error().find('\n'), std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace jungle
