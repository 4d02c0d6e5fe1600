/* A promotion as guests see it. */
export { PromotionPicture } from './promotion-picture.tsx'
export { SLIDE_HEIGHT, Slide } from './slide.tsx'
