// Prints the theme's tokens as the site's style sheet, so that the page has them before any module is loaded.
#include <cstdio>

#include "figure/theme.hpp"

int main() {
    std::fputs(driftmark::figure::theme_css().c_str(), stdout);
    return 0;
}
