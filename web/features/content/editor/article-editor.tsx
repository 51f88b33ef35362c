import { EditorContent, useEditor } from '@tiptap/react'
import { useRef } from 'react'
import type { ArticleDocument } from '#domain/content/article.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { clipboardHandlers } from './editor-clipboard.ts'
import { editorExtensions } from './editor-extensions.ts'
import { EditorToolbar } from './editor-toolbar.tsx'

/** The article editor, a lazy chunk. @param onChange receives the article after each change */
export default function ArticleEditor({
  document,
  labelledBy,
  onChange,
}: {
  document: ArticleDocument
  labelledBy: string
  onChange(document: ArticleDocument): void
}) {
  const tell = useRef(onChange)
  tell.current = onChange
  const editor = useEditor({
    extensions: editorExtensions,
    content: document,
    // the page policy refuses style elements; article.css has these rules
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'article py-6',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
      },
      handleDOMEvents: clipboardHandlers,
    },
    onUpdate: ({ editor: now }) => tell.current(now.getJSON() as ArticleDocument),
  })
  if (!editor) return null
  return (
    <>
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
      <p className="sr-only">{contentTexts.editor.help}</p>
    </>
  )
}
