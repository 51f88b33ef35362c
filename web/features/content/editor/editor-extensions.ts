import { Mark, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { type CalloutTone, linkTarget } from '#domain/content/article.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { PictureNode, VideoNode } from './editor-nodes.tsx'

/** Blocks allowed in lists and callouts, as in domain/content/document.ts. */
const textBlocks = '(paragraph|bulletList|orderedList)'

/** A link without Tiptap's extension, which detects URLs during typing. */
const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  renderHTML({ HTMLAttributes }) {
    const href = linkTarget(String(HTMLAttributes.href))
    return ['a', href === null ? {} : { href, rel: 'noopener noreferrer' }, 0]
  },
})

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: `${textBlocks}+`,
  defining: true,
  addAttributes: () => ({ tone: { default: 'note' satisfies CalloutTone } }),
  renderHTML: ({ node }) => ['div', { class: 'callout', 'data-tone': String(node.attrs.tone) }, 0],
})

const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ fileId: { default: '' }, alt: { default: '' }, caption: { default: '' } }),
  renderHTML: ({ HTMLAttributes }) => ['figure', { 'aria-label': String(HTMLAttributes.alt) }],
  addNodeView: () => ReactNodeViewRenderer(PictureNode),
})

const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    fileId: { default: '' },
    title: { default: '' },
    captionsFileId: { default: null },
  }),
  renderHTML: ({ HTMLAttributes }) => ['figure', { 'aria-label': String(HTMLAttributes.title) }],
  addNodeView: () => ReactNodeViewRenderer(VideoNode),
})

/** Accepts exactly what the schema of articles accepts. */
export const editorExtensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Link,
  HardBreak,
  Heading.configure({ levels: [2, 3] }),
  BulletList,
  OrderedList,
  ListItem.extend({ content: `paragraph ${textBlocks}*` }),
  ListKeymap,
  Blockquote.extend({ content: 'paragraph+' }),
  Callout,
  HorizontalRule,
  Picture,
  Video,
  Dropcursor,
  Gapcursor,
  TrailingNode,
  UndoRedo,
  Placeholder.configure({ placeholder: contentTexts.editor.placeholder }),
]
