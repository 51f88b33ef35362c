import { type ReactNode, useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { fileTexts } from '#domain/texts/files.ts'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Label } from '../ui/label.tsx'
import { Spinner } from '../ui/spinner.tsx'

const texts = fileTexts.picture

const side = 400

/**
 * Lazy chunk, loaded once a picture is chosen.
 *
 * @param source data URL
 * @param onUnreadable called if the browser cannot show the picture
 */
export default function PictureCrop({
  source,
  isBusy,
  children,
  onSave,
  onCancel,
  onUnreadable,
}: {
  source: string
  isBusy: boolean
  children?: ReactNode
  onSave(picture: Blob): void
  onCancel(): void
  onUnreadable(): void
}) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const zoomId = useId()

  async function save(): Promise<void> {
    if (!area) return
    const picture = await cut(source, area).catch(() => null)
    if (picture) onSave(picture)
    else onUnreadable()
  }
  return (
    <>
      <div className="relative h-72 overflow-hidden rounded-control bg-sunken">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          maxZoom={4}
          cropShape="round"
          showGrid={false}
          // the page policy allows no <style>; the same rules are imported as a file
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_share, pixels) => setArea(pixels)}
          onCropComplete={(_share, pixels) => setArea(pixels)}
          cropperProps={{ role: 'group', 'aria-label': texts.crop.area }}
          mediaProps={{ alt: '', onError: onUnreadable }}
        />
      </div>
      <div className="mt-4">
        <Label htmlFor={zoomId}>{texts.crop.zoom}</Label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 w-full accent-primary"
        />
      </div>
      {children}
      <DialogActions>
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          {texts.crop.cancel}
        </Button>
        <Button aria-disabled={isBusy || !area || undefined} onClick={() => isBusy || void save()}>
          {isBusy && <Spinner />}
          {isBusy ? texts.saving : texts.crop.save}
        </Button>
      </DialogActions>
    </>
  )
}

async function cut(source: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image()
  picture.src = source
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, x, y, width, height, 0, 0, side, side)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/png'),
  )
}
