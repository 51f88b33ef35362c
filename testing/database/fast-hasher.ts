import { createPasswordHasher } from '#server/auth/hashing/hashing.ts'

/** The product's password hasher at a thousandth of its cost; what a hash costs is up to the tests of hashing. */
export const fastHasher = createPasswordHasher({
  cost: {
    options: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 },
    dummyHash:
      '$argon2id$v=19$m=8,t=1,p=1$7ZWz+cNK219TUjsVEgLNsQ$BguwhkCQlktBJZV8Vlm5CaybI2Lggm/Iyey+6Sp0LiM',
  },
})
