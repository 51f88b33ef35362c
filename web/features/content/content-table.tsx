import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contentTexts } from '#domain/texts/content.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { itemRemarks, StatusBadge } from './content-badges.tsx'
import { ContentMenu } from './content-menu.tsx'
import type { ContentItem } from './queries.ts'

const { list } = contentTexts

/**
 * The clinic's content (docs/specification.md B2.13).
 *
 * @param pathOf path of an item's page
 * @param itemsFor further menu items of a row
 */
export function ContentTable({
  items,
  pathOf,
  itemsFor,
}: {
  items: readonly ContentItem[]
  pathOf(itemId: string): string
  itemsFor(item: ContentItem): ReactNode
}) {
  return (
    <Table label={list.label}>
      <thead>
        <tr>
          <th scope="col">{list.columns.title}</th>
          <th scope="col">{list.columns.type}</th>
          <th scope="col">{list.columns.category}</th>
          <th scope="col">{list.columns.status}</th>
          <th scope="col">{list.columns.created}</th>
          <th scope="col" data-align="end">
            {list.columns.views}
          </th>
          <th scope="col" data-align="end">
            {list.columns.actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Cell phone="title">
              <Link to={withClinic(pathOf(item.id))} className="link row-link break-words">
                {item.title}
              </Link>
              {itemRemarks(item).length > 0 && (
                <span className="block text-note text-muted max-sm:hidden">
                  {itemRemarks(item).join(' · ')}
                </span>
              )}
            </Cell>
            <Cell>{contentTexts.types[item.type]}</Cell>
            <Cell phone="note">{item.category}</Cell>
            <Cell phone="badge">
              <StatusBadge status={item.status} />
            </Cell>
            <Cell>
              <DateText value={item.createdAt} />
            </Cell>
            <Cell align="end">{item.views.toLocaleString('en-US')}</Cell>
            <Cell phone="menu" align="end">
              <ContentMenu item={item} path={pathOf(item.id)}>
                {itemsFor(item)}
              </ContentMenu>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
