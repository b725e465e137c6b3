// The numbers that others reported, each once, with who says so and what kind of number it is.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "report/report.hpp"
#include "report/value.hpp"

namespace driftmark::report {

/// How a number came to be. An estimate is never shown as a count, and a fit never as a prediction.
enum class Evidence : std::uint8_t {
    exact,      ///< counted
    measured,   ///< by the one named
    fitted,     ///< constants chosen to meet a measured number
    estimated,  ///< worked out by a rule of thumb
};
std::string_view evidence_word(Evidence);

struct Source {
    std::string_view id;     ///< "R1"
    std::string_view who;    ///< "P. Tatashin"
    std::string_view title;  ///< of the posting
    std::string_view when;
};

struct Reported {
    std::string_view key;      ///< "xeon480_offline_event"
    const Source* source;
    std::string_view machine;
    std::int64_t cpus;         ///< of that machine
    std::string_view what;     ///< "one refresh, CPU 479 offline"
    std::string_view unit;     ///< "us"
    Evidence evidence;
    double before;             ///< the kernel as it was
    std::optional<double> after = {};   ///< with the change; none where nothing is compared
    std::optional<double> change = {};  ///< in percent, as reported (from numbers not rounded yet)
};

std::span<const Reported> reported_numbers();
/// Those of one source, in order.
std::vector<const Reported*> reported_by(std::string_view source_id);
/// Those whose key ends so ("_event", "_total").
std::vector<const Reported*> reported_by(std::string_view source_id, std::string_view key_end);

Value reported_value(const std::vector<const Reported*>&);
Table reported_table(const std::vector<const Reported*>&);
/// "R1: P. Tatashin, "Avoid ..." (2026)."
std::string source_note(const Source&);

}  // namespace driftmark::report
