#include "figure/figure.hpp"
#include "figure/refresh/refresh_figure.hpp"

namespace driftmark::figure {

std::unique_ptr<Figure> make_figure(std::string_view name) {
    if (name == "refresh") return refresh::make_refresh_figure();
    return nullptr;
}

}  // namespace driftmark::figure
