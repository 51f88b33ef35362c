/** Display time of a tagline (docs/specification.md A1, A9). */
export const taglineMs = 5_000

/** Display time of a feature in the tour (docs/specification.md B2.2, B9). */
export const tourMs = 5_000
