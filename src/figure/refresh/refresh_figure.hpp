// The refresh figure: what one CPU coming or going costs, both variants in lockstep.
#pragma once

#include <memory>

#include "figure/figure.hpp"

namespace driftmark::figure::refresh {

std::unique_ptr<Figure> make_refresh_figure();

}  // namespace driftmark::figure::refresh
