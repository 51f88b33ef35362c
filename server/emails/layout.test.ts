import { describe, expect, it } from 'vitest'
import { brandOf, type MailLogo } from './brand.ts'
import { renderMail } from './layout.ts'

const clinic = {
  name: 'Sunrise & <b>Sons</b>',
  color: 'lagoon',
  phone: null as string | null,
  replyTo: null as string | null,
  logo: null as MailLogo | null,
}
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
    expect(mail.html).not.toMatch(/<(script|img|link)/)
  })

  it('is as narrow as the screen, whatever address a sentence contains', () => {
    const paragraphs = mail.html.match(/<p class="[a-z]+" style="[^"]*">(?=First|Small print)/g) ?? []
    expect(paragraphs).toHaveLength(2)
    for (const paragraph of paragraphs) expect(paragraph).toContain('word-break:break-word')
  })

  it('has one button', () => {
    expect(mail.html.match(/class="label"/g)).toHaveLength(1)
  })
})

describe('a brand', () => {
  it('is the clinic’s name and color', () => {
    expect(brandOf(clinic)).toMatchObject({ name: clinic.name, color: '#125C73', darkColor: '#7CC7E0' })
    expect(mail.html).toContain('background:#125C73')
    expect(mail.text).toContain(`Sent by Carefold for ${clinic.name}.`)
  })

  it('is Carefold’s own without a clinic, and evergreen for an unknown color', () => {
    expect(brandOf(null)).toMatchObject({ name: 'Carefold', color: '#1B5E4F', isClinic: false })
    expect(brandOf({ ...clinic, color: 'neon' }).color).toBe('#1B5E4F')
  })
})

describe('an answer', () => {
  const written = (changes: Partial<typeof clinic>, reader?: 'patient') =>
    renderMail({
      brand: brandOf({ ...clinic, name: 'Sunrise', ...changes }),
      preheader: '',
      heading: 'A heading',
      paragraphs: [],
      ...(reader && { reader }),
    })

  it('goes to the clinic’s address, and the mail says so', () => {
    const { text, html, replyTo } = written({ replyTo: 'desk@sunrise.test', phone: '555-0100' })
    expect(replyTo).toBe('desk@sunrise.test')
    for (const part of [text, html]) {
      expect(part).toContain('Replies go to desk@sunrise.test.')
      expect(part).not.toContain('do not reply')
    }
  })

  it.each([
    ['555-0100', 'patient', 'Sign in and write to Sunrise under Messages, or call 555-0100.'],
    [null, 'patient', 'Sign in and write to Sunrise under Messages.'],
    ['555-0100', undefined, 'To reach Sunrise, call 555-0100.'],
    [null, undefined, 'Sunrise does not read replies.'],
  ] as const)(
    'without an address and with phone %s, a mail to a %s says where to write',
    (phone, reader, words) => {
      const { text, replyTo } = written({ phone }, reader)
      expect(replyTo).toBeNull()
      expect(text).toContain(`Please do not reply to this email. ${words}\n`)
    },
  )

  it('to Carefold’s own mail goes to the operator', () => {
    const own = renderMail({ brand: brandOf(null), preheader: '', heading: 'A heading', paragraphs: [] })
    expect(own).not.toHaveProperty('replyTo')
  })
})

describe('a logo', () => {
  const address = 'http://sunrise.carefold.localhost:3000/files/v1/0b9c5f2e-1111-4222-8333-444455556666'
  const shown = (logo: MailLogo) =>
    renderMail({ brand: brandOf({ ...clinic, logo }), preheader: '', heading: 'A heading', paragraphs: [] })
      .html

  it('replaces the name, which is its alternative text', () => {
    const html = shown({ address, width: 100, height: 50 })
    const [picture = ''] = html.match(/<img[^>]*>/) ?? []
    expect(picture).toContain(`src="${address}"`)
    expect(picture).toContain('alt="Sunrise &amp; &lt;b&gt;Sons&lt;/b&gt;"')
    expect(picture).toContain('width="100" height="50"')
    expect(html.match(/<img/g)).toHaveLength(1)
  })

  it.each([
    [800, 400, 112, 56],
    [800, 40, 200, 10],
    [1, 4000, 1, 56],
  ])('of %i × %i pixels is shown in %i × %i', (width, height, ...size) => {
    expect(shown({ address, width, height })).toContain(`width="${size[0]}" height="${size[1]}"`)
  })
})

describe('dark mode', () => {
  it('has its colors for programs with the media query, and for Outlook’s', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    const [, inQuery = ''] = /@media \(prefers-color-scheme:dark\)\{(.*)\}\n/.exec(mail.html) ?? []
    expect(inQuery).toContain('.button{background:#7CC7E0 !important}')
    expect(mail.html).toContain('[data-ogsb] .button{background:#7CC7E0 !important}')
    expect(mail.html).toContain('[data-ogsc] .ink{color:#E8EEEB !important}')
  })
})
