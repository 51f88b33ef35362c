/** What pages show of a clinic's brand; how it is chosen: clinic-brand.ts. */

/** Two shades of one color: for the light and for the dark theme, as #RRGGBB in upper case. */
export interface BrandShades {
  light: string
  dark: string
}

/** What pages show of a clinic's brand; null in place of it: nothing of its own. */
export interface ClinicBrand {
  /** null: the color of the clinic's profile */
  shades: BrandShades | null
  hidesCarefold: boolean
}

/** @param row of `clinic_brands`; null for none, also by an outer join */
export function brandFrom(
  row: { light: string | null; dark: string | null; hides_carefold: boolean | null } | null | undefined,
): ClinicBrand | null {
  if (!row || row.hides_carefold === null) return null
  const { light, dark } = row
  return { shades: light && dark ? { light, dark } : null, hidesCarefold: row.hides_carefold }
}

/** The style sheet of a brand's color: pages allow none in themselves. */
export function brandSheetPath({ light, dark }: BrandShades): string {
  return `/brand/${light.slice(1)}-${dark.slice(1)}.css`
}

/** The sheet at such a path; null for any other path. */
export function brandSheet(path: string): string | null {
  const [, light, dark] = /^\/brand\/([0-9A-F]{6})-([0-9A-F]{6})\.css$/.exec(path) ?? []
  // stronger than the eight colors of web/styles/tokens.css
  return light && dark ? `html:root{--clinic-light:#${light};--clinic-dark:#${dark}}` : null
}
