// The benchmarks' server on a machine whose clock is wrong: CLOCK_OFFSET_MS, before anything reads the time.

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

await import('../machine/carefold-server.ts')
