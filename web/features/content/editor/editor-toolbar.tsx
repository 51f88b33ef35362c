import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  CirclePlay,
  Heading2,
  Heading3,
  ImagePlus,
  Info,
  Italic,
  Lightbulb,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { type CalloutTone, calloutTones } from '#domain/content/article.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Button } from '#web/components/ui/button.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { VideoDialog } from './video-dialog.tsx'

const texts = contentTexts.editor.tools
const toneIcons = { note: Info, tip: Lightbulb, warning: TriangleAlert }

export function EditorToolbar({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState<'link' | 'picture' | 'video' | null>(null)
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      heading2: now.isActive('heading', { level: 2 }),
      heading3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      note: now.isActive('callout', { tone: 'note' }),
      tip: now.isActive('callout', { tone: 'tip' }),
      warning: now.isActive('callout', { tone: 'warning' }),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()

  function toggleCallout(tone: CalloutTone): void {
    if (is[tone]) run().lift('callout').run()
    else if (editor.isActive('callout')) run().updateAttributes('callout', { tone }).run()
    else run().wrapIn('callout', { tone }).run()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields
    <div
      role="group"
      aria-label={texts.label}
      className="sticky top-0 z-10 -mx-5 -mt-5 flex flex-wrap gap-0.5 rounded-t-card border-b border-line bg-surface px-4 py-2 sm:-mx-6 sm:-mt-6 sm:px-5"
    >
      <Tool
        name={texts.heading2}
        icon={Heading2}
        isOn={is.heading2}
        onUse={() => run().toggleHeading({ level: 2 }).run()}
      />
      <Tool
        name={texts.heading3}
        icon={Heading3}
        isOn={is.heading3}
        onUse={() => run().toggleHeading({ level: 3 }).run()}
      />
      <Tool name={texts.bold} icon={Bold} isOn={is.bold} onUse={() => run().toggleBold().run()} />
      <Tool name={texts.italic} icon={Italic} isOn={is.italic} onUse={() => run().toggleItalic().run()} />
      <Tool name={texts.link} icon={Link2} isOn={is.link} onUse={() => setOpen('link')} />
      <Tool
        name={texts.bulletList}
        icon={List}
        isOn={is.bulletList}
        onUse={() => run().toggleBulletList().run()}
      />
      <Tool
        name={texts.orderedList}
        icon={ListOrdered}
        isOn={is.orderedList}
        onUse={() => run().toggleOrderedList().run()}
      />
      <Tool name={texts.quote} icon={Quote} isOn={is.quote} onUse={() => run().toggleBlockquote().run()} />
      {calloutTones.map((tone) => (
        <Tool
          key={tone}
          name={texts[tone]}
          icon={toneIcons[tone]}
          isOn={is[tone]}
          onUse={() => toggleCallout(tone)}
        />
      ))}
      <Tool name={texts.picture} icon={ImagePlus} onUse={() => setOpen('picture')} />
      <Tool name={texts.video} icon={CirclePlay} onUse={() => setOpen('video')} />
      <Tool name={texts.rule} icon={Minus} onUse={() => run().setHorizontalRule().run()} />
      <Tool name={texts.undo} icon={Undo2} isOff={!is.canUndo} onUse={() => run().undo().run()} />
      <Tool name={texts.redo} icon={Redo2} isOff={!is.canRedo} onUse={() => run().redo().run()} />

      <LinkDialog isOpen={open === 'link'} editor={editor} onClose={() => setOpen(null)} />
      <PictureDialog
        isOpen={open === 'picture'}
        picture={null}
        onClose={() => setOpen(null)}
        onDone={(attrs) => {
          setOpen(null)
          run().insertContent({ type: 'picture', attrs }).run()
        }}
      />
      <VideoDialog
        isOpen={open === 'video'}
        video={null}
        onClose={() => setOpen(null)}
        onDone={(attrs) => {
          setOpen(null)
          run().insertContent({ type: 'video', attrs }).run()
        }}
      />
    </div>
  )
}

function Tool({
  name,
  icon: Icon,
  isOn,
  isOff = false,
  onUse,
}: {
  name: string
  icon: LucideIcon
  isOn?: boolean
  isOff?: boolean
  onUse(): void
}) {
  return (
    <Button
      variant={isOn ? 'tint' : 'quiet'}
      size="icon"
      aria-label={name}
      title={name}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      disabled={isOff}
      // leaves the cursor in the text
      onMouseDown={(event) => event.preventDefault()}
      onClick={onUse}
    >
      <Icon aria-hidden />
    </Button>
  )
}
