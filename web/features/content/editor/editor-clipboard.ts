import { type Node, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { ArticleDocument } from '#domain/content/article.ts'
import { documentFromHtml } from '#domain/content/html.ts'
import { documentFromMarkdown } from '#domain/content/markdown.ts'

/** Clipboard type of an article's parts, written by this editor. */
const ownType = 'application/x-carefold-article'

/** Code editors copy their colors as HTML. */
const codeTypes = ['vscode-editor-data', 'application/vnd.code.copymetadata']

/**
 * Copy, cut, paste and drop without markup in the page, which its policy would refuse: foreign HTML is read as data
 * (domain/content/html.ts), plain text as Markdown. Parts of an article are copied unchanged.
 */
export const clipboardHandlers = {
  copy: (view: EditorView, event: ClipboardEvent) => copy(view, event.clipboardData, event),
  cut(view: EditorView, event: ClipboardEvent) {
    const isDone = copy(view, event.clipboardData, event)
    if (isDone) view.dispatch(view.state.tr.deleteSelection().scrollIntoView())
    return isDone
  },
  paste(view: EditorView, event: ClipboardEvent) {
    event.preventDefault()
    if (event.clipboardData) insert(view, event.clipboardData)
    return true
  },
  drop(view: EditorView, event: DragEvent) {
    // the editor handles moves inside itself
    if (view.dragging || !event.dataTransfer) return false
    event.preventDefault()
    const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (place) insert(view, event.dataTransfer, place.pos)
    return true
  },
}

function copy(view: EditorView, data: DataTransfer | null, event: Event): boolean {
  const { selection } = view.state
  if (!data || selection.empty) return false
  event.preventDefault()
  const slice = selection.content()
  data.setData('text/plain', slice.content.textBetween(0, slice.content.size, '\n\n', '\n'))
  data.setData(ownType, JSON.stringify(slice.toJSON()))
  return true
}

function insert(view: EditorView, data: DataTransfer, at?: number): void {
  const { state } = view
  const slice =
    ownSlice(view, data.getData(ownType)) ??
    htmlSlice(view, data) ??
    markdownSlice(view, data.getData('text/plain'))
  if (!slice) return
  const change = at === undefined ? state.tr.replaceSelection(slice) : state.tr.replace(at, at, slice)
  view.dispatch(change.scrollIntoView())
}

/** Null for foreign content, or if it violates the schema. */
function ownSlice(view: EditorView, text: string): Slice | null {
  if (text === '') return null
  try {
    const slice = Slice.fromJSON(view.state.schema, JSON.parse(text))
    for (let at = 0; at < slice.content.childCount; at++) slice.content.child(at).check()
    return slice
  } catch {
    return null
  }
}

/** Null without structure, or if it violates the schema. */
function htmlSlice(view: EditorView, data: DataTransfer): Slice | null {
  if (codeTypes.some((type) => data.types.includes(type))) return null
  const article = documentFromHtml(data.getData('text/html'))
  try {
    return article && sliceOf(view, article)
  } catch {
    return null
  }
}

function markdownSlice(view: EditorView, text: string): Slice | null {
  return text.trim() === '' ? null : sliceOf(view, documentFromMarkdown(text))
}

/** @throws RangeError if it violates the schema */
function sliceOf(view: EditorView, article: ArticleDocument): Slice {
  const document = view.state.schema.nodeFromJSON(article)
  document.check()
  const isText = (node: Node | null) => node?.type.name === 'paragraph'
  // paragraphs at the ends merge with the text around them
  return new Slice(document.content, isText(document.firstChild) ? 1 : 0, isText(document.lastChild) ? 1 : 0)
}
