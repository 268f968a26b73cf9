// jungle signature: one number that changes exactly when the searches behave differently.

#include "app/commands.hpp"
#include "app/output.hpp"
#include "search/signature.hpp"

namespace jungle {

void add_signature_command(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("signature", "Total nodes of fixed searches: how the searches behave, as a number");
  on_run(*command, context, [] {
    print("{}\n", search_signature());
    return kExitSuccess;
  });
}

}  // namespace jungle
