"""Write profiles in formats of other programs: résumés, linked data, bibliographies, and data for site generators."""
