import type { Scene } from './scene.ts'

export interface Outcome {
  /** One line. */
  figures: string
  /** Broken promises of docs/reliability.md; empty: passed. */
  problems: string[]
  /** Missed time goals; a faster or idle machine may meet them. */
  slow?: string[]
}

/** One fault or load of docs/reliability.md, against real processes. */
export interface Drill {
  name: string
  /** Part of the short set, which takes two minutes. */
  isShort: boolean
  about: string
  /** Runs again on the embedded database, in full. */
  onEmbedded?: true
  run(scene: Scene): Promise<Outcome>
}
