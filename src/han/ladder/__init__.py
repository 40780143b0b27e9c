"""The ladder: contests between levels, and the page that reports them."""
