import { clinicInitials } from '#domain/clinics/clinic-mark.ts'
import type { MailBrand, MailLogo } from './brand.ts'

/** A logo fits into this many pixels. */
const logoBox = { width: 200, height: 56 }

/** The logo on a white plate, readable in dark mode too; without one the initials and the name. */
export function mark({ name, color, logo }: MailBrand, font: string): string {
  const words = `font-family:${font};font-size:18px;font-weight:600;color:${color}`
  if (logo) {
    const { width, height } = fitted(logo)
    const picture = `<img src="${escapeHtml(logo.address)}" alt="${escapeHtml(name)}" width="${width}" height="${height}" style="display:block;border:0;width:${width}px;height:${height}px;${words}">`
    return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="#FFFFFF" style="padding:8px;background:#FFFFFF;border-radius:10px">${picture}</td></tr></table>`
  }
  const square = `width:36px;height:36px;background:${color};border-radius:8px 14px 8px 8px;font-family:${font};font-size:16px;line-height:36px;font-weight:600`
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td aria-hidden="true" class="button" align="center" width="36" height="36" bgcolor="${color}" style="${square}"><span class="initials" style="color:#FFFFFF">${escapeHtml(clinicInitials(name))}</span></td><td class="brand" style="padding-left:10px;${words}">${escapeHtml(name)}</td></tr></table>`
}

function fitted({ width, height }: MailLogo): { width: number; height: number } {
  const scale = Math.min(1, logoBox.width / width, logoBox.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The dark colors of docs/look.md, by class. Outlook's apps and website do not support the media query: they mark
 * recolored ancestors with `data-ogsc` (colors) and `data-ogsb` (backgrounds).
 */
export function darkStyles({ darkColor }: Pick<MailBrand, 'darkColor'>): string {
  const colors = { ink: '#E8EEEB', muted: '#A2B0AA', brand: darkColor, label: '#08221B', initials: '#08221B' }
  const grounds = { paper: '#111917', card: '#18221F', sunken: '#0C1311', button: darkColor }
  const rules = (prefix: string, property: string, values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => `${prefix}.${name}{${property}:${value} !important}`)
  const dark = [
    ...rules('', 'color', colors),
    ...rules('', 'background', grounds),
    ...rules('', 'border-color', { card: '#2C3935', line: '#2C3935' }),
  ]
  const outlook = [...rules('[data-ogsc] ', 'color', colors), ...rules('[data-ogsb] ', 'background', grounds)]
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${dark.join('')}}`,
    ...outlook,
  ].join('\n')
}

export function escapeHtml(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
