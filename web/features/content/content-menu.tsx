import { Archive, ArchiveRestore, Ellipsis, Eye, Pencil, Send, Star, StarOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { withQuery } from '#domain/paths.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { itemRemarks } from './content-badges.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { ContentItem } from './queries.ts'
import { useContentActions } from './use-content-actions.ts'

const texts = contentTexts

/** @param children further items, after Edit */
export function ContentMenu({
  item,
  path,
  children,
}: {
  item: ContentItem
  path: string
  children?: ReactNode
}) {
  const may = useCan()
  const actions = useContentActions()
  const [asked, setAsked] = useState<'publish' | 'archive' | 'delete' | null>(null)
  const { status, isFeatured } = item
  const mayWrite = may('content:write')
  const canPublish = status === 'draft' || (status === 'published' && item.hasUnpublishedChanges)
  const close = () => setAsked(null)
  const isBusy = actions.setStatus.isPending || actions.remove.isPending

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={texts.list.actionsFor(item.title)}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel className="sm:hidden">
            {[texts.types[item.type], texts.list.views(item.views), ...itemRemarks(item)].join(' · ')}
          </DropdownMenuLabel>
          <DropdownMenuItem asChild>
            <Link to={withClinic(withQuery(path, { preview: 'yes' }))}>
              <Eye aria-hidden />
              {texts.actions.preview}
            </Link>
          </DropdownMenuItem>
          {mayWrite && (
            <DropdownMenuItem asChild>
              <Link to={withClinic(path)}>
                <Pencil aria-hidden />
                {texts.actions.edit}
              </Link>
            </DropdownMenuItem>
          )}
          {children}
          {mayWrite && (
            <>
              {canPublish && (
                <DropdownMenuItem onSelect={() => setAsked('publish')}>
                  <Send aria-hidden />
                  {status === 'draft' ? texts.actions.publish : texts.actions.publishChanges}
                </DropdownMenuItem>
              )}
              <DropdownMenuItem
                onSelect={() => actions.feature.mutate({ itemId: item.id, isFeatured: !isFeatured })}
              >
                {isFeatured ? <StarOff aria-hidden /> : <Star aria-hidden />}
                {isFeatured ? texts.actions.unfeature : texts.actions.feature}
              </DropdownMenuItem>
              {status === 'published' && (
                <DropdownMenuItem onSelect={() => setAsked('archive')}>
                  <Archive aria-hidden />
                  {texts.actions.archive}
                </DropdownMenuItem>
              )}
              {status === 'archived' && (
                <DropdownMenuItem
                  onSelect={() => actions.setStatus.mutate({ itemId: item.id, status: 'published' })}
                >
                  <ArchiveRestore aria-hidden />
                  {texts.actions.restore}
                </DropdownMenuItem>
              )}
              <DropdownMenuItem danger onSelect={() => setAsked('delete')}>
                <Trash2 aria-hidden />
                {texts.actions.delete}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <PublishDialog item={item} isOpen={asked === 'publish'} onClose={close} />
      <AlertDialog
        open={asked === 'archive'}
        onOpenChange={(open) => open || isBusy || close()}
        title={texts.archiveAsk.title(item.title)}
        consequence={texts.archiveAsk.text}
        safeLabel={texts.archiveAsk.keep}
        actionLabel={texts.archiveAsk.confirm}
        actionVariant="primary"
        isBusy={isBusy}
        onAction={() =>
          actions.setStatus.mutate({ itemId: item.id, status: 'archived' }, { onSettled: close })
        }
      />
      <AlertDialog
        open={asked === 'delete'}
        onOpenChange={(open) => open || isBusy || close()}
        title={texts.deleteAsk.title(item.title)}
        consequence={texts.deleteAsk.text}
        safeLabel={texts.deleteAsk.keep}
        actionLabel={texts.deleteAsk.confirm}
        isBusy={isBusy}
        onAction={() => actions.remove.mutate({ itemId: item.id, isDeleted: true }, { onSettled: close })}
      />
    </>
  )
}
