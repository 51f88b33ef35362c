import type { LucideIcon } from 'lucide-react'

/** A page or an action of the search everywhere. */
export interface PaletteOption {
  /** unique in the palette */
  id: string
  label: string
  /** where it stands, or what it is for */
  note?: string
  icon: LucideIcon
  path: string
}

export interface PaletteGroup {
  title: string
  options: readonly PaletteOption[]
}

/** What is left of the groups when somebody has typed: every word stands somewhere in the label or the note. */
export function matchingGroups(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.flatMap(({ title, options }) => {
    const found = options.filter(({ label, note = '' }) => {
      const text = `${label} ${note}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return found.length > 0 ? [{ title, options: found }] : []
  })
}
