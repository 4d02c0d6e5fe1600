import { CircleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DishPicture, type PicturedDish } from '../../entities/pictures/index.ts'
import { Button } from '../../ui/button.tsx'
import { PICTURE_TYPES } from './picture-file.ts'
import type { usePictureUpload } from './use-picture-upload.ts'

interface PictureFieldProps {
  /** The dish as the fields have it. */
  dish: PicturedDish
  picture: ReturnType<typeof usePictureUpload>
  /** The stored picture is not wanted any more. */
  onRemove: () => void
}

/** The dish's picture as it is or will be, with the ways to choose another or none. */
export function PictureField({ dish, picture, onRemove }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const { chosen, fault, progress } = picture
  const hasAny = chosen !== null || dish.imageUrl !== ''
  return (
    <div>
      <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
        {t('menuEditor.picture.label')}
      </p>
      <div className="relative aspect-5/3 overflow-hidden rounded-[16px] border border-line bg-sunk">
        {chosen ? (
          <img src={chosen.url} alt={t('menuEditor.picture.chosen')} className="size-full object-cover" />
        ) : (
          <DishPicture dish={dish} sizes="(min-width: 64rem) 320px, 92vw" className="size-full" />
        )}
        <div className="absolute right-2.5 bottom-2.5 flex gap-2">
          <Button ref={choose} look="outline" aria-describedby={`${id}-below`} onClick={() => file.current?.click()}>
            {t(hasAny ? 'menuEditor.picture.replace' : 'menuEditor.picture.choose')}
          </Button>
          {/* What is on its way can be replaced afterwards, but not called back. */}
          {hasAny && progress === null && (
            <Button
              look="outline"
              onClick={() => {
                picture.remove()
                if (!chosen) onRemove()
                // This button goes with the picture.
                choose.current?.focus()
              }}
            >
              {t('menuEditor.picture.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={file}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        aria-labelledby={`${id}-label`}
        tabIndex={-1}
        onChange={({ target }) => {
          const [first] = target.files ?? []
          if (first) picture.choose(first)
          // So that the same file can be chosen again.
          target.value = ''
        }}
        className="sr-only"
      />
      {progress !== null && (
        <progress
          aria-label={t('menuEditor.picture.sending')}
          value={progress}
          max={1}
          className="mt-2 block h-2 w-full accent-accent"
        />
      )}
      <p id={`${id}-below`} role={fault ? 'alert' : undefined} className="mt-1.5 text-sm text-muted">
        {fault ? (
          <span className="flex items-start gap-1.5 font-medium text-cancelled">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {fault}
          </span>
        ) : (
          t('menuEditor.picture.hint')
        )}
      </p>
    </div>
  )
}
