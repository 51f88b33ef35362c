import { describe, expect, it } from 'vitest'
import type { Block, Inline, ListItem } from './article.ts'
import { articleDocument } from './document.ts'
import { documentFromHtml } from './html.ts'

/** Short form: `h2 Title`, `p a *b* _c_ [d](e)`, `ul(p x, ul(p y))`. */
function outline(html: string): string[] | null {
  const document = documentFromHtml(html)
  if (document) expect(articleDocument.parse(document)).toEqual(document)
  return document?.content.map(shortOf) ?? null
}
function shortOf(block: Block | ListItem): string {
  switch (block.type) {
    case 'paragraph':
      return `p ${textOf(block.content)}`
    case 'heading':
      return `h${block.attrs.level} ${textOf(block.content)}`
    case 'bulletList':
      return `ul(${block.content.map(shortOf).join(', ')})`
    case 'orderedList':
      return `ol${block.attrs.start}(${block.content.map(shortOf).join(', ')})`
    case 'listItem':
      return block.content.map(shortOf).join('+')
    case 'blockquote':
      return `quote(${block.content.map(shortOf).join(', ')})`
    default:
      return block.type
  }
}
function textOf(content: Inline[] = []): string {
  return content
    .map((part) => {
      if (part.type === 'hardBreak') return '/'
      return (part.marks ?? []).reduce((text, mark) => {
        if (mark.type === 'link') return `[${text}](${mark.attrs.href})`
        return mark.type === 'bold' ? `*${text}*` : `_${text}_`
      }, part.text)
    })
    .join('')
}

it('Word: title, headings, paragraphs, marks, links, and lists that are paragraphs', () => {
  const item = (level: number, marker: string, text: string) => `
<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset=utf-8>
<style><!-- p.MsoNormal {margin:0} --></style><!--[if gte mso 9]><xml><o:x>no</o:x></xml><![endif]--></head>
<body lang=EN-US><!--StartFragment-->
<p class=MsoTitle>Strong knees</p>
<h1>Before you
start<o:p></o:p></h1>
<p class=MsoNormal>Move <b>slowly</b> and <i style='mso-bidi-font-style:normal'>often</i>. See <a href="https://example.com/knees">the
leaflet</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item(1, '·', 'Warm up')}${item(2, 'o', 'Five minutes')}${item(1, '·', 'Stretch')}
${item(1, '1.', 'Sit')}${item(1, '2.', 'Stand')}
<h3>After</h3><!--EndFragment--></body></html>`
  expect(outline(html)).toEqual([
    'h2 Strong knees',
    'h2 Before you start',
    'p Move *slowly* and _often_. See [the leaflet](https://example.com/knees).',
    'ul(p Warm up+ul(p Five minutes), p Stretch)',
    'ol1(p Sit, p Stand)',
    'h3 After',
  ])
})

it('Word in the browser: a list for each item, headings by role', () => {
  const item = (level: number, text: string) =>
    `<div class="ListContainerWrapper"><ul role="list"><li data-aria-level="${level}"><p class="Paragraph"><span class="TextRun">${text}</span><span class="EOP">&nbsp;</span></p></li></ul></div>`
  const html = `<div><p role="heading" aria-level="2"><span style="font-weight:bold">Diet</span></p></div>
${item(1, 'Kale')}${item(2, 'raw')}${item(1, 'Beans')}<div><p>Enjoy</p></div>`
  expect(outline(html)).toEqual(['h2 *Diet*', 'ul(p Kale+ul(p raw), p Beans)', 'p Enjoy'])
})

it('Google Docs: marks by style, its wrapper is not bold, and lists beside their item', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span
style="font-weight:400;white-space:pre-wrap;">Diet</span></h1><p dir="ltr"><span style="font-weight:400;">Eat </span><span
style="font-weight:700;">greens</span><span style="font-style:italic;"> daily</span>, <a href="https://example.com/"
style="text-decoration:none;"><span style="color:#1155cc">more</span></a></p><br /><ul><li dir="ltr" aria-level="1"><p role="presentation"><span>Kale</span></p></li><ul><li aria-level="2"><p><span>raw</span></p></li></ul></ul><ol start="3"><li><p>Third</p></li></ol></b>`
  expect(outline(html)).toEqual([
    'h2 Diet',
    'p Eat *greens*_ daily_, [more](https://example.com/)',
    'ul(p Kale+ul(p raw))',
    'ol3(p Third)',
  ])
})

describe('a web page', () => {
  it.each<[string, string, string[]]>([
    ['paragraphs', '<p>One</p><p>Two<p>Three', ['p One', 'p Two', 'p Three']],
    [
      'blocks in blocks',
      '<div>One<div>Two <strong>now</strong></div>Three</div>',
      ['p One', 'p Two *now*', 'p Three'],
    ],
    ['line breaks', 'One<br>Two<br><br>Three', ['p One/Two', 'p Three']],
    ['blanks', '<p> A\n <b> b </b> c&nbsp;</p>', ['p A *b *c']],
    ['references', '<p><b>Tom &amp; Ann&#8217;s &lt;b&gt;</b>', ['p *Tom & Ann’s <b>*']],
    [
      'references by name',
      '<p><b>Zo&euml; &Eacute;milie &frac12; &micro;g &yuml; &euro;5 &foo;</b>',
      ['p *Zoë Émilie ½ µg ÿ €5 &foo;*'],
    ],
    ['lists without ends', '<ul><li>One<li>Two<ol><li>Deep</ol></ul>', ['ul(p One, p Two+ol1(p Deep))']],
    ['a heading in a list', '<ul><li><h3>Title</h3>Text</li></ul>', ['ul(p Title+p Text)']],
    ['a quote', '<blockquote><p>One</p><ul><li>Two</li></ul></blockquote>', ['quote(p One, p Two)']],
    ['a rule', '<p>One</p><hr><p>Two', ['p One', 'horizontalRule', 'p Two']],
    ['table cells', '<table><tr><td>A</td><td><p>B</p></td></tr></table>', ['p A', 'p B']],
    ['a picture', '<p>One</p><img src="x" onerror="alert(1)"><p>Two', ['p One', 'p Two']],
  ])('%s', (_what, html, blocks) => {
    expect(outline(html)).toEqual(blocks)
  })

  it.each<[string, string, string[]]>([
    ['scripts and styles', '<script>alert(1)</script><style>p{}</style><p>One</p><p>Two', ['p One', 'p Two']],
    ['a link that runs', '<p><a href="javascript:alert(1)">One</a></p><p>Two', ['p One', 'p Two']],
    [
      'a link with a hidden scheme',
      '<p><a href="java&#10;script:alert(1)">One</a><p>Two',
      ['p One', 'p Two'],
    ],
    ['a relative link', '<p><a href="/one">One</a><p>Two', ['p One', 'p Two']],
    ['hidden text', '<p>One<span style="display: none">no</span></p><p>Two', ['p One', 'p Two']],
    [
      'frames and drawings',
      '<p>One</p><iframe src=x>a</iframe><svg><text>b</text></svg><p>Two',
      ['p One', 'p Two'],
    ],
    ['a comment without an end', '<p>One</p><p>Two</p><!-- three', ['p One', 'p Two']],
    ['a tag without an end', '<p>One</p><p>Two</p><p title="', ['p One', 'p Two']],
    ['signs that are no tags', '<p>1 < 2</p><p>3 <> 4</p>', ['p 1 < 2', 'p 3 <> 4']],
  ])('leaves out %s', (_what, html, blocks) => {
    expect(outline(html)).toEqual(blocks)
  })

  it.each(['', 'plain', '<p>one paragraph</p>', '<span>a span</span>', '<!-- -->'])(
    'leaves %j to the plain text',
    (html) => {
      expect(documentFromHtml(html)).toBeNull()
    },
  )
})

it('leaves thousands of open tags to the plain text', () => {
  expect(outline(`${'<b>'.repeat(4_000)}One<p>Two`)).toEqual(['p *One*', 'p *Two*'])
  expect(outline(`${'<b>'.repeat(6_000)}One<p>Two`)).toBeNull()
})

it.each([
  ['depth', '<div><ul><li>'.repeat(5_000)],
  ['quotes', '<a "'.repeat(250_000)],
  ['comments', '<!--'.repeat(250_000)],
  ['attributes', `<p ${'a'.repeat(1_000_000)}`],
  ['ends', '</b>'.repeat(250_000)],
  ['starts', '<b>'.repeat(250_000)],
])('reads a million characters of %s in linear time', (_what, html) => {
  const since = performance.now()
  const document = documentFromHtml(`${html}x`)
  if (document) expect(articleDocument.safeParse(document).success).toBe(true)
  expect(performance.now() - since).toBeLessThan(10_000)
})
