/** Color and letters of a clinic without a logo. */

/** docs/look.md. */
export const clinicColors = [
  'evergreen',
  'lagoon',
  'indigo',
  'plum',
  'berry',
  'terracotta',
  'olive',
  'slate',
] as const
export type ClinicColor = (typeof clinicColors)[number]

/** Equal to `web/styles/tokens.css`. */
export const clinicColorValues: Record<ClinicColor, { light: string; dark: string }> = {
  evergreen: { light: '#1B5E4F', dark: '#7CC8B0' },
  lagoon: { light: '#125C73', dark: '#7CC7E0' },
  indigo: { light: '#3D4C9B', dark: '#AAB6F5' },
  plum: { light: '#74407F', dark: '#DDAAE8' },
  berry: { light: '#97304F', dark: '#F2A3B8' },
  terracotta: { light: '#94401F', dark: '#F2AA85' },
  olive: { light: '#55611B', dark: '#C3D07A' },
  slate: { light: '#3E5361', dark: '#A9C0CF' },
}

export function clinicInitials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')
}

/** Path of the picture in previews of a link to a clinic's site without a logo. */
export function clinicPicture(color: string): string {
  return `/social/clinic-${clinicColors.find((each) => each === color) ?? clinicColors[0]}.png`
}
