import type { Page } from "@playwright/test";

/** Describes running animations, and elements whose styles contain animations or transitions. */
export const movements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const running = document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().activeDuration) === 0)
        return [];
      return [`runs: ${effect.target?.outerHTML.slice(0, 120)}`];
    });
    const styled = [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const animates = style.animationName !== "none" && parseFloat(style.animationDuration) > 0;
        const lasts = style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
        const shifts = style.transitionProperty !== "none" && lasts;
        return animates || shifts ? [`styled: ${element.outerHTML.slice(0, 120)}`] : [];
      }),
    );
    return [
      ...running,
      ...styled,
      ...(getComputedStyle(document.documentElement).scrollBehavior === "smooth" ? ["scrolls"] : []),
    ];
  });
