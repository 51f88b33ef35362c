/** Separate from clinic-brand.ts, so that pages load less. */

/** For the light and the dark theme, as #RRGGBB in upper case. */
export interface BrandShades {
  light: string
  dark: string
}

/** Null in place of it: the clinic has no brand. */
export interface ClinicBrand {
  /** Null: the color of the clinic's profile. */
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

/** Path of a style sheet: the CSP of pages allows no inline styles. */
export function brandSheetPath({ light, dark }: BrandShades): string {
  return `/brand/${light.slice(1)}-${dark.slice(1)}.css`
}

/** The sheet at such a path, else null. */
export function brandSheet(path: string): string | null {
  const [, light, dark] = /^\/brand\/([0-9A-F]{6})-([0-9A-F]{6})\.css$/.exec(path) ?? []
  // `html:root` overrides web/styles/tokens.css.
  return light && dark ? `html:root{--clinic-light:#${light};--clinic-dark:#${dark}}` : null
}
