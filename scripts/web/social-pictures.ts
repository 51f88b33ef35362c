import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { type ClinicColor, clinicColorValues } from '../../domain/clinics/clinic-mark.ts'

/*
 * The preview picture of a public page, drawn from the page's text at build time (vite.config.ts), with the colors and type
 * of docs/look.md.
 */
const width = 1200
const height = 630
const margin = 88

const font = (file: string) => fileURLToPath(new URL(`../../node_modules/${file}.woff2`, import.meta.url))
GlobalFonts.registerFromPath(
  font('@fontsource-variable/fraunces/files/fraunces-latin-wght-normal'),
  'Fraunces',
)
GlobalFonts.registerFromPath(font('@fontsource/figtree/files/figtree-latin-400-normal'), 'Figtree')

/** @returns a PNG of 1200 by 630 pixels */
export function drawSocialPicture({ title, lead }: { title: string; lead: string }): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#FAF8F4'
  pen.fillRect(0, 0, width, height)
  drawFold(pen)
  drawMark(pen, margin, margin - 8)
  pen.fillStyle = '#1C2825'
  pen.fontVariationSettings = "'wght' 600"
  pen.font = '44px Fraunces'
  pen.fillText('Carefold', margin + 84, margin + 42)
  pen.fontVariationSettings = "'wght' 500"
  pen.font = '76px Fraunces'
  const lines = wrap(pen, title, width - 2 * margin).slice(0, 3)
  let y = 270
  for (const line of lines) {
    pen.fillText(line, margin, y)
    y += 88
  }
  pen.fillStyle = '#56635E'
  pen.fontVariationSettings = ''
  pen.font = '34px Figtree'
  for (const line of wrap(pen, lead, width - 2 * margin).slice(0, lines.length > 2 ? 2 : 3)) {
    pen.fillText(line, margin, y)
    y += 48
  }
  return canvas.toBuffer('image/png')
}

/** For a clinic's site without a logo: a sheet with a turned corner on the clinic's color. The link's text names it. */
export function drawClinicPicture(color: ClinicColor): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const { light, dark } = clinicColorValues[color]
  pen.fillStyle = light
  pen.fillRect(0, 0, width, height)
  const [left, top, side, fold] = [width / 2 - 150, height / 2 - 150, 300, 110]
  pen.fillStyle = '#FFFFFF'
  pen.beginPath()
  pen.roundRect(left, top, side, side, 48)
  pen.fill()
  pen.fillStyle = light
  pen.fillRect(left + side - fold, top, fold, fold)
  pen.fillStyle = '#FFFFFF'
  pen.beginPath()
  pen.moveTo(left + side - fold - 1, top)
  pen.lineTo(left + side, top + fold + 1)
  pen.lineTo(left + side - fold - 1, top + fold + 1)
  pen.fill()
  pen.fillStyle = dark
  pen.beginPath()
  pen.moveTo(left + side - fold, top)
  pen.lineTo(left + side, top + fold)
  pen.lineTo(left + side - fold + 16, top + fold)
  pen.quadraticCurveTo(left + side - fold, top + fold, left + side - fold, top + fold - 16)
  pen.fill()
  pen.fillStyle = light
  pen.fillRect(left + side / 2 - 22, top + 130, 44, 130)
  pen.fillRect(left + side / 2 - 65, top + 173, 130, 44)
  return canvas.toBuffer('image/png')
}

function drawFold(pen: SKRSContext2D): void {
  pen.fillStyle = '#F2EEE6'
  pen.beginPath()
  pen.moveTo(width - 120, 0)
  pen.lineTo(width, 0)
  pen.lineTo(width, 120)
  pen.closePath()
  pen.fill()
  pen.fillStyle = '#E3EFEA'
  pen.beginPath()
  pen.moveTo(width - 120, 0)
  pen.lineTo(width, 120)
  pen.lineTo(width - 104, 120)
  pen.quadraticCurveTo(width - 120, 120, width - 120, 104)
  pen.closePath()
  pen.fill()
}

/** The mark of web/components/clinic/logo.tsx, 64 pixels wide. */
function drawMark(pen: SKRSContext2D, x: number, y: number): void {
  const point = (px: number, py: number) => [x + px * 2, y + py * 2] as const
  pen.fillStyle = '#C8612A'
  pen.beginPath()
  pen.roundRect(x + 6, y + 6, 52, 52, 9)
  pen.fill()
  pen.fillStyle = '#FAF8F4'
  pen.beginPath()
  pen.moveTo(...point(13, 3))
  pen.lineTo(...point(30, 3))
  pen.lineTo(...point(30, 20))
  pen.lineTo(...point(29, 19))
  pen.closePath()
  pen.fill()
  pen.fillStyle = '#E9B08D'
  pen.beginPath()
  pen.moveTo(...point(13, 3))
  pen.lineTo(...point(29, 19))
  pen.lineTo(...point(16, 19))
  pen.quadraticCurveTo(...point(13, 19), ...point(13, 16))
  pen.closePath()
  pen.fill()
}

/** Breaks between words, so that each line fits. */
export function wrap(pen: Pick<SKRSContext2D, 'measureText'>, text: string, maxWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && pen.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
