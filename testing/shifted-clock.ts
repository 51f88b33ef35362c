// Imported first by a server whose clock differs from the machine's by `CLOCK_OFFSET_MS`.

const Real = Date
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)

globalThis.Date = class extends Real {
  constructor(...given: []) {
    if (given.length === 0) super(Real.now() + offsetMs)
    else super(...given)
  }
  static override now(): number {
    return Real.now() + offsetMs
  }
} as DateConstructor
