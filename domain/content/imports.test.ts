import { expect, it, test } from 'vitest'
import { articleFromMarkdown, importType, titleFromName } from './imports.ts'

test.each([
  ['sleep.md', 'article'],
  ['SLEEP.MARKDOWN', 'article'],
  ['notes.txt', 'article'],
  ['knees.MP4', 'video'],
  ['leaflet.pdf', 'pdf'],
  ['hand.jpeg', 'image'],
  ['page.html', null],
  ['drawing.svg', null],
  ['setup.exe', null],
  ['README', null],
])('%s becomes: %s', (name, type) => {
  expect(importType(name)).toBe(type)
})

test.each([
  ['03-sleep_well.md', 'Sleep well'],
  ['knee exercises.mp4', 'Knee exercises'],
  ['2026.pdf', '2026'],
  [`${'x'.repeat(300)}.md`, `X${'x'.repeat(119)}`],
])('the title of %s is %s', (name, title) => {
  expect(titleFromName(name)).toBe(title)
})

it('uses the first heading of Markdown as the title, and removes it from the text', () => {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Get up early.' }] }
  for (const text of [
    '# Sleep well\n\nGet up early.',
    '\uFEFF# Sleep well #\nGet up early.',
    '---\ndate: x\n---\n\n# Sleep well\nGet up early.',
    // Line ends of Windows and of old Macs.
    '# Sleep well\r\n\r\nGet up early.\r\n',
    '# Sleep well ##\r\nGet up early.',
    '---\r\ndate: x\r\n---\r\n# Sleep well\r\nGet up early.',
    '# Sleep well\r\rGet up early.',
  ])
    expect(articleFromMarkdown('a.md', text)).toEqual({
      title: 'Sleep well',
      document: { type: 'doc', content: [paragraph] },
    })
  const long = articleFromMarkdown('a.md', `# ${'Sleep '.repeat(40)}\n\nGet up early.`)
  expect(long.title).toHaveLength(119)
  expect(long.document.content).toHaveLength(2)
  expect(articleFromMarkdown('02-rest.md', 'Get up early.')).toEqual({
    title: 'Rest',
    document: { type: 'doc', content: [paragraph] },
  })
})
