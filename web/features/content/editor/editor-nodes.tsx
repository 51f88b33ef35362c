import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Pencil, Subtitles } from 'lucide-react'
import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { VideoPlayer } from '#web/components/article/video-player.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { type Video, VideoDialog } from './video-dialog.tsx'

const texts = contentTexts.editor

export function PictureNode({ node, updateAttributes, editor }: NodeViewProps) {
  const [isOpen, setOpen] = useState(false)
  const { fileId, alt, caption } = node.attrs as { fileId: string; alt: string; caption: string }
  const url = useFileLinks([fileId]).get(fileId)
  return (
    <NodeViewWrapper>
      <figure>
        <StoredPicture url={url} alt={alt} className="w-full rounded-control" />
        {caption && <figcaption>{caption}</figcaption>}
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button
            variant={alt.trim() === '' ? 'tint' : 'quiet'}
            size="small"
            disabled={!editor.isEditable}
            onClick={() => setOpen(true)}
          >
            <Pencil aria-hidden />
            {alt.trim() === '' ? texts.picture.missingAlt : texts.picture.change}
          </Button>
        </div>
      </figure>
      <PictureDialog
        isOpen={isOpen}
        picture={{ fileId, alt, caption }}
        onClose={() => setOpen(false)}
        onDone={(changed) => {
          updateAttributes(changed)
          setOpen(false)
        }}
      />
    </NodeViewWrapper>
  )
}

export function VideoNode({ node, updateAttributes, editor }: NodeViewProps) {
  const [isOpen, setOpen] = useState(false)
  const { fileId, title, captionsFileId } = node.attrs as Video
  return (
    <NodeViewWrapper>
      <VideoPlayer
        key={captionsFileId ?? ''}
        fileId={fileId}
        title={title}
        captionsFileId={captionsFileId ?? null}
      />
      <Button
        variant={captionsFileId ? 'quiet' : 'tint'}
        size="small"
        className="mt-2"
        disabled={!editor.isEditable}
        onClick={() => setOpen(true)}
      >
        <Subtitles aria-hidden />
        {texts.video.change}
      </Button>
      <VideoDialog
        isOpen={isOpen}
        video={{ fileId, title, captionsFileId: captionsFileId ?? null }}
        onClose={() => setOpen(false)}
        onDone={(changed) => {
          updateAttributes(changed)
          setOpen(false)
        }}
      />
    </NodeViewWrapper>
  )
}
