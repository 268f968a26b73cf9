#pragma once
// Options that several commands share, declared once.

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

#include "core/rules.hpp"
#include "selfplay/config/rules_toml.hpp"

namespace jungle {

// --rules: read it with load_rules(text) when the command runs.
CLI::Option* add_rules_option(CLI::App& command, std::string& text);

CLI::Option* add_fen_option(CLI::App& command, std::string& text);

// --threads from 1 on; warn_about_threads() says so when there are more of them than cores.
CLI::Option* add_threads_option(CLI::App& command, int& threads, const std::string& help);
void warn_about_threads(int threads);

// For the transform() of an option that holds a whole number: decimal digits, within the range. What CLI11
// makes of texts by itself wraps around, or reads 010 as eight.
CLI::Validator whole_number(std::int64_t low, std::int64_t high);

// The same for a real number; NaN is none.
CLI::Validator real_number(double low, double high);

// --seed: what a configuration may hold as run.seed too.
CLI::Option* add_seed_option(CLI::App& command, std::uint64_t& seed, const std::string& help);

// No option of the program takes "" for a value, but for a list of moves. Call it when all commands are
// there.
void refuse_empty_values(CLI::App& app);

// A parse error of the command line as one line, with the nearest known name when a command or an option is
// misspelt.
std::string parse_error_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace jungle
