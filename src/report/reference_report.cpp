// `parameters` and `presets`: the reference, from the lists themselves.
#include "report/report.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

using scenario::Kind;
using scenario::Parameter;

std::string_view kind_word(Kind k) {
    switch (k) {
        case Kind::count: return "count";
        case Kind::size: return "size";
        case Kind::choice: return "choice";
        case Kind::list: return "list";
        case Kind::text: return "text";
        case Kind::toggle: return "toggle";
    }
    return "";
}

bool has_range(const Parameter& p) { return (p.kind == Kind::count || p.kind == Kind::size) && p.most > p.least; }

std::string values_in_words(const Parameter& p) {
    std::string out;
    const auto add = [&](std::string_view word) { out.append(out.empty() ? "" : ", ").append(word); };
    if (p.kind == Kind::toggle) out = "on, off";
    for (const std::string_view c : p.choices) add(c);
    if (has_range(p))
        add(p.kind == Kind::size           ? size_words(Bytes{p.least}) + " to " + size_words(Bytes{p.most})
            : p.most > std::int64_t{1} << 53 ? grouped(p.least) + " or more"
                                             : grouped(p.least) + " to " + grouped(p.most) + (p.unit.empty() ? "" : " " + std::string(p.unit)));
    if (p.may_be_auto && out.find("auto") == out.npos) add("auto");
    return out;
}

}  // namespace

Report parameters_report() {
    Report r;
    r.command = "parameters";
    Table t{"", {{"key", "key", ""}, {"fallback", "unless set", ""}, {"help", "what it is", ""}}, {}};
    r.flat.columns = {{"key", "key", ""}, {"label", "label", ""}, {"unit", "unit", ""}, {"kind", "kind", ""},
                      {"values", "values", ""}, {"fallback", "unless set", ""}, {"example", "example", ""},
                      {"view", "view only", ""}, {"help", "help", ""}};
    Value list{Value::Array{}};
    for (const Parameter& p : scenario::parameters()) {
        Value one;
        one.set("key", p.key).set("label", p.label).set("unit", p.unit).set("kind", kind_word(p.kind));
        one.set("least", has_range(p) ? Value(p.least) : Value()).set("most", has_range(p) ? Value(p.most) : Value());
        Value choices{Value::Array{}};
        for (const std::string_view c : p.choices) choices.push(c);
        one.set("choices", std::move(choices)).set("may_be_auto", p.may_be_auto).set("fallback", p.fallback);
        one.set("help", p.help).set("example", p.example).set("view", p.view);
        list.push(std::move(one));

        const std::string values = values_in_words(p);
        r.flat.rows.push_back({p.key, p.label, p.unit, kind_word(p.kind), values, p.fallback, p.example, p.view, p.help});
        std::string help(p.help);
        if (!values.empty()) help += " [" + values + "]";
        if (!p.example.empty() && p.kind != Kind::choice && p.kind != Kind::toggle) help += " Example: " + std::string(p.example);
        if (p.view) help += " (how things are shown)";
        t.rows.push_back({p.key, p.fallback.empty() ? Value() : Value(p.fallback), help});
    }
    r.sentence = count_of(static_cast<std::int64_t>(t.rows.size()), "parameter", "parameters") +
                 ": the same keys on the command line (with - or _), in the page's address and in the JavaScript module.";
    r.data.set("parameters", std::move(list));
    r.tables.push_back(std::move(t));
    r.notes = {"Sizes take K, M, G and T, which are binary.",
               "Setting cpus, nodes or memory puts what depends on them back to auto; explicit values that no longer fit are "
               "refused."};
    return r;
}

Report presets_report() {
    Report r;
    r.command = "presets";
    Table t{"", {{"name", "name", ""}, {"label", "machine", ""}, {"summary", "what it is for", ""}}, {}};
    r.flat.columns = {{"name", "name", ""}, {"label", "machine", ""}, {"summary", "what it is for", ""}, {"values", "values", ""},
                      {"assumed", "assumed", ""}};
    Value list{Value::Array{}};
    for (const scenario::Preset& p : scenario::presets()) {
        Value values{Value::Object{}}, assumed{Value::Array{}};
        std::string values_text, assumed_text;
        for (const auto& [key, value] : p.values) {
            values.set(std::string(key), value);
            values_text += (values_text.empty() ? "" : "&") + std::string(key) + "=" + std::string(value);
        }
        for (const std::string_view a : p.assumed) {
            assumed.push(a);
            assumed_text += (assumed_text.empty() ? "" : " ") + std::string(a);
        }
        Value one;
        one.set("name", p.name).set("label", p.label).set("summary", p.summary).set("values", std::move(values));
        one.set("assumed", std::move(assumed));
        list.push(std::move(one));
        t.rows.push_back({p.name, p.label, std::string(p.summary) + (assumed_text.empty() ? "" : " Assumed: " + assumed_text)});
        r.flat.rows.push_back({p.name, p.label, p.summary, values_text, assumed_text});
    }
    r.sentence = count_of(static_cast<std::int64_t>(t.rows.size()), "preset", "presets") +
                 "; take one with --preset NAME and change what you like with --KEY VALUE.";
    r.data.set("presets", std::move(list));
    r.tables.push_back(std::move(t));
    return r;
}

}  // namespace driftmark::report
