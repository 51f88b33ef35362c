import { createPasswordHasher } from '#server/auth/hashing/hashing.ts'

/** At a thousandth of the product's cost. */
export const fastHasher = createPasswordHasher({
  cost: {
    options: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 },
    dummyHash:
      '$argon2id$v=19$m=8,t=1,p=1$7ZWz+cNK219TUjsVEgLNsQ$BguwhkCQlktBJZV8Vlm5CaybI2Lggm/Iyey+6Sp0LiM',
  },
})
