import { describe, expect, it } from 'vitest'
import { brandOf } from './brand.ts'
import { renderMail } from './layout.ts'

const clinic = { name: 'Sunrise & <b>Sons</b>', color: 'lagoon' }
const button = { label: 'Open', href: 'http://carefold.localhost:3000/auth/confirm?a=1&b="2"' }
const mail = renderMail({
  brand: brandOf(clinic),
  preheader: 'In the list',
  heading: 'A heading',
  paragraphs: ['First.', '<script>alert(1)</script>'],
  button,
  code: { label: 'Code', value: '012345' },
  notes: ['Small print'],
})

describe('a mail', () => {
  it('says the same as HTML and as text', () => {
    for (const words of ['A heading', 'First.', 'Open', 'Code', '012345', 'Small print']) {
      expect(mail.html).toContain(words)
      expect(mail.text).toContain(words)
    }
    expect(mail.text).toContain(button.href)
    expect(mail.links).toEqual([button.href])
  })

  it('never turns a name or a text into markup', () => {
    expect(mail.html).toContain('Sunrise &amp; &lt;b&gt;Sons&lt;/b&gt;')
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('href="http://carefold.localhost:3000/auth/confirm?a=1&amp;b=&quot;2&quot;"')
  })

  it('is readable for screen readers: language, title, one heading, layout tables marked', () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(mail.html).toContain('<title>A heading</title>')
    expect(mail.html.match(/<h1/g)).toHaveLength(1)
    const tables = mail.html.match(/<table[^>]*>/g) ?? []
    for (const table of tables) expect(table).toContain('role="presentation"')
    expect(mail.html).not.toMatch(/<(style|script|img|link)/)
  })

  it('is as narrow as the screen, whatever address a sentence contains', () => {
    const paragraphs = mail.html.match(/<p style="[^"]*">(?=First|Small print)/g) ?? []
    expect(paragraphs).toHaveLength(2)
    for (const paragraph of paragraphs) expect(paragraph).toContain('word-break:break-word')
  })

  it('has one button', () => {
    expect(mail.html.match(/border-radius:10px;text-decoration:none/g)).toHaveLength(1)
  })
})

describe('a brand', () => {
  it('is the clinic’s name and color', () => {
    expect(brandOf(clinic)).toEqual({ name: clinic.name, color: '#125C73', isClinic: true })
    expect(mail.html).toContain('background:#125C73')
    expect(mail.text).toContain(`Sent by Carefold for ${clinic.name}.`)
  })

  it('is Carefold’s own without a clinic, and evergreen for an unknown color', () => {
    expect(brandOf(null)).toEqual({ name: 'Carefold', color: '#1B5E4F', isClinic: false })
    expect(brandOf({ name: 'X', color: 'neon' }).color).toBe('#1B5E4F')
  })
})
