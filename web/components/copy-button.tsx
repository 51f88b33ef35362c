import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from './ui/button.tsx'
import { toast } from './ui/toast.ts'

const texts = componentTexts.copy
const shownMs = 2_500

export function CopyButton({
  value,
  children = texts.copy,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'value'> & { value: string }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // no permission or no https: the text next to the button can be selected
      toast.error(texts.failed)
    }
  }

  return (
    <Button variant="outline" onClick={() => void copy()} {...props}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {/* present from the start, so that screen readers announce the change */}
      <span aria-live="polite">{copied ? texts.copied : children}</span>
    </Button>
  )
}
