import type { Scene } from './scene.ts'

/** What a drill found. */
export interface Outcome {
  /** Figures, in one line. */
  figures: string
  /** What broke a promise of docs/reliability.md; empty: passed. */
  problems: string[]
  /** Time goals that were missed: another machine, or one that is shared, may meet them. */
  slow?: string[]
}

/** One fault or load of docs/reliability.md, against real processes. */
export interface Drill {
  name: string
  /** Part of the short set, which fits into two minutes. */
  isShort: boolean
  about: string
  /** Run again on the embedded database, in full. */
  onEmbedded?: true
  run(scene: Scene): Promise<Outcome>
}
