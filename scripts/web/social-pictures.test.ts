import { expect, test } from 'vitest'
import { clinicColors } from '#domain/clinics/clinic-mark.ts'
import { publicPages } from '#domain/marketing/public-pages.ts'
import { drawClinicPicture, drawSocialPicture, wrap } from './social-pictures.ts'

test('each public page has its own picture in the required size', () => {
  const pictures = publicPages.map(({ title, description }) =>
    drawSocialPicture({ title, lead: description }),
  )
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(publicPages.length)
  for (const picture of pictures) {
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
    expect(picture.length).toBeLessThan(100_000)
  }
})

test('each color of a clinic has its own picture in the required size', () => {
  const pictures = clinicColors.map(drawClinicPicture)
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(clinicColors.length)
  for (const picture of pictures)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
})

test('lines break between words and fit the width', () => {
  const pen = { measureText: (text: string) => ({ width: text.length }) } as never
  expect(wrap(pen, 'one two three four', 9)).toEqual(['one two', 'three', 'four'])
  expect(wrap(pen, 'a-very-long-word and', 5)).toEqual(['a-very-long-word', 'and'])
})
