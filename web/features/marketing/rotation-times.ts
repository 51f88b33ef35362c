/** How long the landing page shows each tagline (docs/specification.md A1, A9). */
export const taglineMs = 5_000

/** How long the tour shows each feature (docs/specification.md B2.2, B9). */
export const tourMs = 5_000
