import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from './ui/button.tsx'
import { Card } from './ui/card.tsx'
import { HeadingText } from './ui/heading-text.tsx'

export function ErrorState({
  title = shellTexts.readFailedTitle,
  children = shellTexts.readFailed,
  onRetry,
  action,
}: {
  title?: string
  children?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}) {
  return (
    <Card role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-8 text-danger" />
      <h2 className="mt-3 font-display text-h3 font-medium">
        <HeadingText>{title}</HeadingText>
      </h2>
      <div className="mt-1 max-w-[52ch] text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            <RotateCw aria-hidden />
            {shellTexts.retry}
          </Button>
        )}
        {action}
      </div>
    </Card>
  )
}
