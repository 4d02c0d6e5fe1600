import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { ItemInput, Where } from '../../lib/changes/resource.ts'
import { cx, IconButton, MoveButtons, Part, useTranslation } from '../../ui/index.ts'
import { CategoryNamesForm } from './later-parts.ts'

interface PanelRowProps {
  category: MenuCategory
  count: number
  isFirst: boolean
  isLast: boolean
  /** Whether it was just added: it is scrolled to and highlighted. */
  isNew: boolean
  onToggle: (category: MenuCategory) => void
  onMove: (move: ItemInput<MenuCategory, Where>) => void
  onDelete: (category: MenuCategory) => void
}

export const PanelRow = memo(function PanelRow(props: PanelRowProps) {
  const { category } = props
  const name = nameIn(useTranslation().language, category)
  const [isRenaming, setRenaming] = useState(false)
  const renameRef = useRef<HTMLButtonElement>(null)
  const hasRenamed = useRef(false)
  useEffect(() => {
    if (!isRenaming && hasRenamed.current) renameRef.current?.focus()
    hasRenamed.current = isRenaming
  }, [isRenaming])
  if (isRenaming) {
    return (
      <li>
        <Part>
          <CategoryNamesForm
            category={category}
            onDone={() => setRenaming(false)}
            onCancel={() => setRenaming(false)}
          />
        </Part>
      </li>
    )
  }
  return <Row {...props} name={name} renameRef={renameRef} onRename={() => setRenaming(true)} />
})

interface RowProps extends PanelRowProps {
  name: string
  renameRef: React.RefObject<HTMLButtonElement | null>
  onRename: () => void
}

function Row({ category, name, count, isFirst, isLast, isNew, renameRef, ...handlers }: RowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const button = 'h-11! w-8! text-muted'
  return (
    <li
      ref={row}
      aria-label={name}
      // Where the panel is narrowest, the buttons have a line below the name.
      className={cx(
        'flex min-h-12 scroll-my-4 flex-wrap items-center rounded-field pl-3 focus-within:bg-sunk hover:bg-sunk',
        isNew && 'bg-accent-soft',
      )}
    >
      <span
        className={cx('min-w-0 flex-[1_1_6.5rem] py-1.5 leading-tight font-medium', !category.isActive && 'text-muted')}
      >
        <span className="break-words">{name}</span>
        {!category.isActive && (
          <span className="block text-small font-normal">{t('menuEditor.categories.isHidden')}</span>
        )}
      </span>
      <span className="figures w-7 text-right text-body text-muted">
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('common.dishes', { count })}</span>
      </span>
      <span className="ml-auto flex">
        <MoveButtons
          up={t('common.moveUp', { name })}
          down={t('common.moveDown', { name })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(direction) => handlers.onMove({ item: category, input: { direction } })}
        />
        <IconButton
          role="switch"
          aria-checked={category.isActive}
          label={t('menuEditor.categories.shown', { name })}
          onClick={() => handlers.onToggle(category)}
          className={button}
        >
          {category.isActive ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
        </IconButton>
        <IconButton ref={renameRef} label={t('common.change', { name })} onClick={handlers.onRename} className={button}>
          <Pencil className="size-4.5" />
        </IconButton>
        <IconButton
          label={t('menuEditor.deleteLabel', { name })}
          onClick={() => handlers.onDelete(category)}
          className={button}
        >
          <Trash2 className="size-4.5" />
        </IconButton>
      </span>
    </li>
  )
}
