/* Parts that are folded, and links to them. */
(function () {
  "use strict";

  /* A browser that unfolds what a link leads to by itself has done so before this runs. */
  function reveal() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) {
      return;
    }
    let folded = false;
    for (let e = target.closest("details"); e !== null; e = e.parentElement.closest("details")) {
      folded = folded || !e.open;
      e.open = true;
    }
    if (folded) {
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", reveal);
  reveal();

  for (const button of document.querySelectorAll("button[data-unfold]")) {
    const cards = [...document.querySelectorAll("#" + button.dataset.unfold + " details")];
    const folded = () => cards.filter((c) => !c.open);
    const name = () => {
      button.textContent = folded().length > 0 ? "Unfold all" : "Fold all";
    };
    button.hidden = cards.length < 2;
    button.addEventListener("click", () => {
      const open = folded().length > 0;
      cards.forEach((c) => {
        c.open = open;
      });
    });
    cards.forEach((c) => c.addEventListener("toggle", name));
    name();
  }
})();
