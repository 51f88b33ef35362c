/** White labeling (docs/decisions/0102). */
import * as z from 'zod/mini'
import { clinicTexts } from '../texts/clinics.ts'
import type { BrandShades } from './served-brand.ts'

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5

/** docs/look.md */
const themes = {
  light: { grounds: ['#FAF8F4', '#FFFFFF', '#F2EEE6'], surface: '#FFFFFF', onPrimary: '#FFFFFF', tint: 0.13 },
  dark: { grounds: ['#111917', '#18221F', '#0C1311'], surface: '#18221F', onPrimary: '#08221B', tint: 0.14 },
} as const

export type Theme = keyof typeof themes

const hex = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^#[0-9A-F]{6}$/, clinicTexts.brand.colorRule))

export const clinicBrandForm = z.object({
  /** Whether the clinic uses its own color. */
  ownsColor: z.boolean(),
  color: hex,
  hidesCarefold: z.boolean(),
})
export type ClinicBrandForm = z.infer<typeof clinicBrandForm>

/** `version` is the one that was read, 0 before the first save. */
export const clinicBrandInput = z.object({
  version: z.int().check(z.nonnegative()),
  brand: clinicBrandForm,
})

/**
 * Readable shades of a color: unchanged if readable, else darker for the light theme and lighter for the dark one, of
 * the same hue.
 *
 * @param color #RRGGBB
 */
export function brandShades(color: string): BrandShades {
  return { light: readable(color, 'light'), dark: readable(color, 'dark') }
}

export function lowestContrast(color: string, theme: Theme): number {
  const { grounds, surface, onPrimary, tint } = themes[theme]
  const tinted = mixed(color, surface, tint)
  return Math.min(...[...grounds, tinted, onPrimary].map((other) => contrast(color, other)))
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function readable(color: string, theme: Theme): string {
  const [lightness, a, b] = toOklab(color)
  const steps = 100
  const end = theme === 'light' ? 0 : 1
  for (let step = 0; step < steps; step++) {
    const share = step / steps
    // Chroma falls with lightness, so that the last step is black or white.
    const shade =
      step === 0
        ? color.toUpperCase()
        : fromOklab([lightness + (end - lightness) * share, a * (1 - share), b * (1 - share)])
    if (lowestContrast(shade, theme) >= textContrast) return shade
  }
  return theme === 'light' ? '#000000' : '#FFFFFF'
}

/** Equals `color-mix(in oklab, color share, other)`. */
function mixed(color: string, other: string, share: number): string {
  const from = toOklab(color)
  const to = toOklab(other)
  return fromOklab(from.map((value, index) => value * share + (to[index] ?? 0) * (1 - share)) as Lab)
}

type Lab = [lightness: number, a: number, b: number]

function linear(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
}

function luminance(color: string): number {
  const [r, g, b] = linear(color)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

// https://bottosson.github.io/posts/oklab/
function toOklab(color: string): Lab {
  const [r, g, b] = linear(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels
    .map((value) => {
      const inside = Math.min(1, Math.max(0, value))
      const encoded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')
    .toUpperCase()}`
}
