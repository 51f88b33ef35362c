import { CirclePlay } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type EmbeddedVideo,
  frameAddress,
  isVideoId,
  videoProviders,
} from '#domain/content/embedded-video.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { config } from '#web/lib/page/config.ts'
import { Button } from '../ui/button.tsx'

const texts = learningTexts.video

/** A video of another service. Nothing is loaded from it until the reader has seen the notice and pressed play. */
export function ElsewhereVideo({
  video,
  title,
  transcript = '',
}: {
  video: EmbeddedVideo
  title: string
  transcript?: string
}) {
  const [isPlaying, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const { name } = videoProviders[video.provider]
  // the button that had the focus is gone
  useEffect(() => {
    if (isPlaying) frame.current?.focus()
  }, [isPlaying])

  if (!config.videoProviders.includes(video.provider) || !isVideoId(video))
    return <p className="text-muted">{texts.notOffered(name)}</p>
  return (
    <div className="space-y-3">
      {isPlaying ? (
        <iframe
          ref={frame}
          src={frameAddress(video)}
          title={title}
          className="aspect-video w-full rounded-control"
          // its scripts run in another origin, which cannot reach this page
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture; encrypted-media"
          allowFullScreen
          // players refuse to play without a referrer; the path, which names the lesson, is never sent
          referrerPolicy="strict-origin"
        />
      ) : (
        <div className="grid aspect-video place-items-center rounded-control bg-sunken p-6 text-center">
          <div className="max-w-[44ch] space-y-3">
            <p className="font-semibold">{texts.elsewhere(name)}</p>
            <p className="text-form text-muted">{texts.tells(name, location.hostname)}</p>
            <Button onClick={() => setPlaying(true)}>
              <CirclePlay aria-hidden />
              {texts.playFrom(name)}
            </Button>
          </div>
        </div>
      )}
      {transcript && (
        <details className="rounded-control border border-line px-4 py-3">
          <summary className="font-semibold">{texts.transcript}</summary>
          <p className="mt-3 whitespace-pre-line">{transcript}</p>
        </details>
      )}
    </div>
  )
}
