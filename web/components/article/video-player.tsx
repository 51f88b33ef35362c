import { useEffect, useRef, useState } from 'react'
import { joinedParts, type PlayedPart } from '#domain/learning/played.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { Field } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'

const texts = learningTexts.video
const speeds = [0.75, 1, 1.25, 1.5, 2]
/** Seconds of playback between two reports of the position. */
const reportEvery = 5
/** Positions closer to either end are not resumed, in seconds. */
const atTheEnds = 5

/**
 * Resumes at the reader's position.
 *
 * @param startAt in seconds
 * @param onPlace receives the position and the parts played since the page was opened
 */
export function VideoPlayer({
  fileId,
  title,
  captionsFileId = null,
  posterFileId = null,
  transcript = '',
  startAt = 0,
  onPlace,
  onDuration,
}: {
  fileId: string
  title: string
  captionsFileId?: string | null
  posterFileId?: string | null
  transcript?: string
  startAt?: number
  onPlace?(seconds: number, watched: readonly PlayedPart[]): void
  onDuration?(seconds: number): void
}) {
  const links = useFileLinks([fileId, captionsFileId, posterFileId].filter((id) => id !== null))
  const fresh = links.get(fileId)
  const captions = captionsFileId === null ? undefined : links.get(captionsFileId)
  const poster = posterFileId === null ? undefined : links.get(posterFileId)
  const video = useRef<HTMLVideoElement>(null)
  // constant during playback: a new URL would restart the video
  const [source, setSource] = useState<string | undefined>(undefined)
  const [hasFailed, setFailed] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [duration, setDuration] = useState(0)
  const [hasBegun, setBegun] = useState(false)
  const reported = useRef(0)
  const earlier = useRef<readonly PlayedPart[]>([])
  const resume = useRef<{ at: number; plays: boolean } | null>(null)

  useEffect(() => {
    if (source === undefined && fresh !== undefined) setSource(fresh)
  }, [source, fresh])

  const playedSoFar = () => joinedParts([...earlier.current, ...playedIn(video.current)])

  function report(seconds: number): void {
    reported.current = seconds
    onPlace?.(Math.floor(seconds), playedSoFar())
  }

  /** URLs expire after some minutes; playback resumes with a new one. */
  function onError(): void {
    if (fresh === undefined || fresh === source) {
      setFailed(true)
      return
    }
    const { currentTime = 0, paused = true } = video.current ?? {}
    resume.current = { at: currentTime, plays: !paused }
    earlier.current = playedSoFar()
    setSource(fresh)
  }

  const canResume = !hasBegun && startAt > atTheEnds && (duration === 0 || startAt < duration - atTheEnds)
  if (source === undefined) return <div aria-hidden className="aspect-video rounded-control bg-sunken" />
  return (
    <div className="space-y-3">
      {/* biome-ignore lint/a11y/useMediaCaption: a clinic adds captions where it has them; there is a transcript beside */}
      <video
        ref={video}
        src={source}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        poster={poster}
        className="aspect-video w-full rounded-control bg-sunken"
        onLoadedMetadata={({ currentTarget }) => {
          // a removed video element still loads and would report stale values
          if (!currentTarget.isConnected) return
          currentTarget.playbackRate = speed
          if (Number.isFinite(currentTarget.duration)) {
            setDuration(currentTarget.duration)
            onDuration?.(Math.max(1, Math.round(currentTarget.duration)))
          }
          if (!resume.current) return
          currentTarget.currentTime = resume.current.at
          if (resume.current.plays) void currentTarget.play().catch(() => undefined)
          resume.current = null
        }}
        onPlay={() => setBegun(true)}
        onTimeUpdate={({ currentTarget: { currentTime } }) => {
          if (Math.abs(currentTime - reported.current) >= reportEvery) report(currentTime)
        }}
        onPause={({ currentTarget: { currentTime } }) => report(currentTime)}
        onError={onError}
      >
        {captions && <track kind="captions" src={captions} srcLang="en" label={texts.captions} default />}
      </video>
      {hasFailed && (
        <Notice tone="danger" title={texts.failed}>
          <p>{texts.failedLead}</p>
          <Button
            variant="outline"
            size="small"
            className="mt-2"
            onClick={() => {
              setFailed(false)
              setSource(undefined)
            }}
          >
            {texts.retry}
          </Button>
        </Notice>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {canResume ? (
          <Button
            variant="tint"
            onClick={() => {
              if (!video.current) return
              video.current.currentTime = startAt
              void video.current.play().catch(() => undefined)
            }}
          >
            {texts.resume(clockText(startAt))}
          </Button>
        ) : (
          <span />
        )}
        <div className="w-32">
          <Field label={texts.speed}>
            {(control) => (
              <Select
                {...control}
                value={speed}
                onChange={({ target }) => {
                  setSpeed(Number(target.value))
                  if (video.current) video.current.playbackRate = Number(target.value)
                }}
              >
                {speeds.map((factor) => (
                  <option key={factor} value={factor}>
                    {texts.speeds(factor)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
      {transcript && (
        <details className="rounded-control border border-line px-4 py-3">
          <summary className="font-semibold">{texts.transcript}</summary>
          <p className="mt-3 whitespace-pre-line">{transcript}</p>
        </details>
      )}
    </div>
  )
}

/** The parts played from the current URL, without those skipped. */
function playedIn(video: HTMLVideoElement | null): PlayedPart[] {
  const played = video?.played
  return Array.from({ length: played?.length ?? 0 }, (_, at) => [
    played?.start(at) ?? 0,
    played?.end(at) ?? 0,
  ])
}

/** `2:05`, `1:02:05` */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.floor(seconds % 60)]
  const [hours = 0, ...rest] = parts
  const shown = hours > 0 ? parts : rest
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
