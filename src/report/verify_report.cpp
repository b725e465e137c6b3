// `verify`: recorded kernels replayed. What was compared, what differs, and what cannot be compared.
#include "report/evidence_report.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

Value list_of_differences(const std::vector<observed::Difference>& differences) {
    Value out{Value::Array{}};
    for (const observed::Difference& d : differences) {
        Value one;
        one.set("trace", d.trace).set("step", d.step ? Value(*d.step) : Value()).set("row", d.row).set("column", d.column);
        one.set("recorded", d.recorded).set("computed", d.computed);
        out.push(std::move(one));
    }
    return out;
}

}  // namespace

Report verify_report(const std::vector<observed::VerifyResult>& traces) {
    Report r;
    r.command = "verify";
    observed::VerifyResult total;
    Value list{Value::Array{}};
    Table table{"Each trace",
                {{"trace", "trace", ""}, {"variant", "kernel", ""}, {"steps", "steps", ""}, {"compared", "values compared", ""},
                 {"different", "different", ""}},
                {}};
    for (const observed::VerifyResult& t : traces) {
        total += t;
        Value one;
        one.set("trace", t.trace).set("variant", t.variant).set("kernel", t.kernel).set("steps", t.steps);
        one.set("compared", t.compared).set("different", t.different);
        list.push(std::move(one));
        const std::string file = t.trace.substr(t.trace.find_last_of('/') + 1);  // npos + 1 is 0
        table.rows.push_back({file, t.variant, t.steps, t.compared, t.different});
    }
    r.difference = total.different > 0;
    const std::string in = " in " + count_of(static_cast<std::int64_t>(traces.size()), "trace", "traces");
    r.sentence = total.compared == 0 ? "Nothing was compared" + in + "."
                 : total.different == 0 ? "All " + count_of(total.compared, "value", "values") + " compared" + in + " are the same."
                                        : grouped(total.different) + " of " + count_of(total.compared, "value", "values") +
                                              " compared" + in + (total.different == 1 ? " differs." : " differ.");
    r.tables.push_back(std::move(table));

    Table differences{"The first differences",
                      {{"trace", "trace", ""}, {"step", "step", "", true}, {"row", "row", ""}, {"column", "column", ""},
                       {"recorded", "recorded", ""}, {"computed", "computed", ""}},
                      {}};
    for (const observed::Difference& d : total.differences)
        differences.rows.push_back({d.trace, d.step ? Value(*d.step) : Value(), d.row, d.column, d.recorded, d.computed});
    if (total.different > 0) r.tables.push_back(std::move(differences));

    Value not_comparable{Value::Array{}};
    Table cannot{"Not comparable", {{"count", "values", ""}, {"what", "what", ""}, {"why", "why", ""}}, {}};
    for (const observed::NotComparable& n : total.not_comparable) {
        Value one;
        one.set("what", n.what).set("why", n.why).set("count", n.count);
        not_comparable.push(std::move(one));
        cannot.rows.push_back({n.count, n.what, n.why});
    }
    if (!total.not_comparable.empty()) r.tables.push_back(std::move(cannot));

    r.data.set("compared", total.compared).set("different", total.different);
    r.data.set("differences", list_of_differences(total.differences)).set("not_comparable", std::move(not_comparable));
    r.data.set("traces", std::move(list));
    r.notes = {"Taken from a trace: what was done, to which CPU, with which result, sysctls, and each zone's present and managed. "
               "All else is computed and compared."};
    return r;
}

}  // namespace driftmark::report
