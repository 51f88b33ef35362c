import type { LucideIcon } from 'lucide-react'

export interface PaletteOption {
  /** unique in the palette */
  id: string
  label: string
  note?: string
  icon: LucideIcon
  path: string
}

export interface PaletteGroup {
  title: string
  options: readonly PaletteOption[]
}

/** Filters the groups: every typed word must occur in the label or the note. */
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
