import type { LucideIcon } from 'lucide-react'
import { fold } from '#domain/values/fold.ts'

export interface PaletteOption {
  /** unique in the palette */
  id: string
  label: string
  note?: string
  /** other words that find it */
  keywords?: string
  icon: LucideIcon
  path: string
  /** opens a dialog: on its page, the view stays as it is */
  isDialog?: boolean
}

export interface PaletteGroup {
  title: string
  options: readonly PaletteOption[]
}

/**
 * Filters the groups: every typed word must occur in the label or the note, else begin a word of label, note or
 * keywords. Options found by keywords follow the others, and so do groups of them alone.
 */
export function matchingGroups(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = fold(typed).split(' ')
  const matching = groups.flatMap(({ title, options }) => {
    const byLabel = options.filter(({ label, note = '' }) => {
      const text = fold(`${label} ${note}`)
      return words.every((word) => text.includes(word))
    })
    const byKeyword = options.filter(({ label, note = '', keywords = '' }) => {
      const text = ` ${fold(`${label} ${note} ${keywords}`)}`
      return words.every((word) => text.includes(` ${word}`))
    })
    const found = [...new Set([...byLabel, ...byKeyword])]
    return found.length > 0 ? [{ group: { title, options: found }, isNamed: byLabel.length > 0 }] : []
  })
  return [...matching.filter(({ isNamed }) => isNamed), ...matching.filter(({ isNamed }) => !isNamed)].map(
    ({ group }) => group,
  )
}
