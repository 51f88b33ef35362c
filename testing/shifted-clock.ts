// Imported first by a server that runs at another time than its machine's: `CLOCK_OFFSET_MS` ahead of it, or behind.

const Real = Date
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)

globalThis.Date = class extends Real {
  constructor(...given: []) {
    // without arguments: now
    if (given.length === 0) super(Real.now() + offsetMs)
    else super(...given)
  }
  static override now(): number {
    return Real.now() + offsetMs
  }
} as DateConstructor
