#include "observed/gunzip.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace driftmark::observed {
namespace {

constexpr int kLongestCode = 15;

struct Damage {
    std::string what;
};
template <class T> using Read = std::expected<T, Damage>;
std::unexpected<Damage> damage(std::string what) { return std::unexpected(Damage{std::move(what)}); }

/// Bits of a byte string, lowest first.
class Bits {
public:
    explicit Bits(std::string_view bytes) : bytes_(bytes) {}
    std::optional<unsigned> take(int n) {
        while (have_ < n) {
            if (at_ == bytes_.size()) return std::nullopt;
            held_ |= std::uint32_t{static_cast<unsigned char>(bytes_[at_++])} << have_;
            have_ += 8;
        }
        const unsigned value = held_ & ((1u << n) - 1);
        held_ >>= n;
        have_ -= n;
        return value;
    }
    /// The rest of the byte that was begun is filling.
    void to_byte() { held_ = 0, have_ = 0; }
    std::size_t at() const { return at_; }
    std::optional<std::string_view> bytes(std::size_t n) {
        if (bytes_.size() - at_ < n) return std::nullopt;
        at_ += n;
        return bytes_.substr(at_ - n, n);
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint32_t held_ = 0;
    int have_ = 0;
};

/// A canonical Huffman code: how many codes of each length there are, and their symbols in order.
struct Code {
    std::array<std::uint16_t, kLongestCode + 1> count{};
    std::vector<std::uint16_t> symbols;

    static Read<Code> from(std::span<const std::uint8_t> lengths) {
        Code c;
        for (const std::uint8_t l : lengths) ++c.count[l];
        c.count[0] = 0;
        int free = 1;
        std::array<std::uint16_t, kLongestCode + 2> first{};
        for (std::size_t l = 1; l <= kLongestCode; ++l) {
            free = free * 2 - c.count[l];
            if (free < 0) return damage("a code with too many words");
            first[l + 1] = static_cast<std::uint16_t>(first[l] + c.count[l]);
        }
        c.symbols.resize(first[kLongestCode + 1]);
        for (std::size_t s = 0; s < lengths.size(); ++s)
            if (lengths[s] != 0) c.symbols[first[lengths[s]]++] = static_cast<std::uint16_t>(s);
        return c;
    }
    Read<unsigned> next(Bits& bits) const {
        int code = 0, first = 0, index = 0;
        for (std::size_t l = 1; l <= kLongestCode; ++l) {
            const auto bit = bits.take(1);
            if (!bit) return damage("it ends too early");
            code |= static_cast<int>(*bit);
            const int n = count[l];
            if (code - first < n) return symbols[static_cast<std::size_t>(index + code - first)];
            index += n;
            first = (first + n) << 1;
            code <<= 1;
        }
        return damage("a word that is in no code");
    }
};

struct Codes {
    Code literal, distance;
};

Read<Codes> fixed_codes() {
    std::array<std::uint8_t, 288> literal{};
    std::fill(literal.begin(), literal.begin() + 144, std::uint8_t{8});
    std::fill(literal.begin() + 144, literal.begin() + 256, std::uint8_t{9});
    std::fill(literal.begin() + 256, literal.begin() + 280, std::uint8_t{7});
    std::fill(literal.begin() + 280, literal.end(), std::uint8_t{8});
    std::array<std::uint8_t, 30> distance{};
    distance.fill(5);
    auto l = Code::from(literal);
    auto d = Code::from(distance);
    if (!l || !d) return damage("its fixed codes");
    return Codes{std::move(*l), std::move(*d)};
}

Read<Codes> sent_codes(Bits& bits) {
    static constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const auto literals = bits.take(5), distances = bits.take(5), sent = bits.take(4);
    if (!literals || !distances || !sent) return damage("it ends too early");
    std::array<std::uint8_t, 19> lengths_of_lengths{};
    for (std::size_t i = 0; i < *sent + 4; ++i) {
        const auto n = bits.take(3);
        if (!n) return damage("it ends too early");
        lengths_of_lengths[kOrder[i]] = static_cast<std::uint8_t>(*n);
    }
    const auto code = Code::from(lengths_of_lengths);
    if (!code) return std::unexpected(code.error());
    const std::size_t literal_count = *literals + 257, all = literal_count + *distances + 1;
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < all) {
        const auto symbol = code->next(bits);
        if (!symbol) return std::unexpected(symbol.error());
        if (*symbol < 16) {
            lengths.push_back(static_cast<std::uint8_t>(*symbol));
            continue;
        }
        if (*symbol == 16 && lengths.empty()) return damage("a repeat of nothing");
        const auto more = bits.take(*symbol == 16 ? 2 : *symbol == 17 ? 3 : 7);
        if (!more) return damage("it ends too early");
        lengths.insert(lengths.end(), *more + (*symbol == 18 ? 11 : 3), *symbol == 16 ? lengths.back() : std::uint8_t{0});
    }
    if (lengths.size() != all) return damage("a repeat beyond the code's end");
    auto l = Code::from(std::span(lengths).first(literal_count));
    auto d = Code::from(std::span(lengths).subspan(literal_count));
    if (!l) return std::unexpected(l.error());
    if (!d) return std::unexpected(d.error());
    return Codes{std::move(*l), std::move(*d)};
}

Read<void> copy_coded(Bits& bits, const Codes& codes, std::string& out, std::size_t member, std::size_t most) {
    static constexpr std::array<std::uint16_t, 29> kLength{3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static constexpr std::array<std::uint16_t, 30> kDistance{1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                                             193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (true) {
        const auto symbol = codes.literal.next(bits);
        if (!symbol) return std::unexpected(symbol.error());
        if (*symbol == 256) return {};
        if (*symbol < 256) {
            if (out.size() == most) return damage("it holds more than " + std::to_string(most) + " bytes");
            out += static_cast<char>(*symbol);
            continue;
        }
        if (*symbol - 257 >= kLength.size()) return damage("a length that does not exist");
        const auto more = bits.take(kLengthBits[*symbol - 257]);
        const auto far = codes.distance.next(bits);
        if (!more || !far || *far >= kDistance.size()) return damage("a distance that does not exist");
        const auto farther = bits.take(*far < 2 ? 0 : static_cast<int>(*far / 2 - 1));
        if (!farther) return damage("it ends too early");
        const std::size_t length = kLength[*symbol - 257] + *more, distance = kDistance[*far] + *farther;
        if (distance > out.size() - member) return damage("a copy from before its beginning");
        if (length > most - out.size()) return damage("it holds more than " + std::to_string(most) + " bytes");
        for (std::size_t i = 0; i < length; ++i) out += out[out.size() - distance];
    }
}

Read<void> inflate(Bits& bits, std::string& out, std::size_t most) {
    const std::size_t member = out.size();
    while (true) {
        const auto last = bits.take(1), kind = bits.take(2);
        if (!last || !kind) return damage("it ends too early");
        if (*kind == 0) {
            bits.to_byte();
            const auto low = bits.take(16), complement = bits.take(16);
            if (!low || !complement || (*low ^ 0xffff) != *complement) return damage("a stored block without its length");
            const auto stored = bits.bytes(*low);
            if (!stored) return damage("it ends too early");
            if (stored->size() > most - out.size()) return damage("it holds more than " + std::to_string(most) + " bytes");
            out += *stored;
        } else if (*kind == 3) {
            return damage("a block of an unknown kind");
        } else {
            const auto codes = *kind == 1 ? fixed_codes() : sent_codes(bits);
            if (!codes) return std::unexpected(codes.error());
            if (auto done = copy_coded(bits, *codes, out, member, most); !done) return done;
        }
        if (*last) return {};
    }
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
    }
    return ~crc;
}

std::uint32_t little32(std::string_view b) {
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < 4; ++i) n |= std::uint32_t{static_cast<unsigned char>(b[i])} << (8 * i);
    return n;
}

/// The header's length; 0 when it is none.
std::size_t header_length(std::string_view packed) {
    if (packed.size() < 10 || !is_gzip(packed) || packed[2] != 8) return 0;
    const auto flags = static_cast<unsigned char>(packed[3]);
    std::size_t at = 10;
    if (flags & 4) {
        if (packed.size() < at + 2) return 0;
        at += 2u + static_cast<unsigned char>(packed[at]) + 256u * static_cast<unsigned char>(packed[at + 1]);
    }
    for (const unsigned field : {8u, 16u})  // name, comment: each ends with a 0
        if (flags & field) {
            if (at >= packed.size()) return 0;
            const auto end = packed.find('\0', at);
            if (end == std::string_view::npos) return 0;
            at = end + 1;
        }
    if (flags & 2) at += 2;
    return at < packed.size() ? at : 0;
}

}  // namespace

bool is_gzip(std::string_view b) { return b.size() >= 2 && b[0] == '\x1f' && b[1] == '\x8b'; }

std::expected<std::string, Refusal> gunzip(std::string_view packed, std::size_t most) {
    const auto refuse = [](std::string what) {
        return std::unexpected(Refusal{"gzip data", "damaged: " + std::move(what), "a whole gzip file"});
    };
    std::string out;
    do {
        const std::size_t header = header_length(packed);
        if (header == 0) return refuse("its header");
        packed.remove_prefix(header);
        const std::size_t member = out.size();
        Bits bits(packed);
        if (auto done = inflate(bits, out, most); !done) return refuse(std::move(done.error().what));
        packed.remove_prefix(bits.at());
        if (packed.size() < 8) return refuse("it ends too early");
        if (little32(packed) != crc32(std::string_view(out).substr(member))) return refuse("its checksum is another");
        packed.remove_prefix(8);
    } while (is_gzip(packed));
    return out;
}

}  // namespace driftmark::observed
