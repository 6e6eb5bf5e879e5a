"""The addresses of the HTTP interface, a file for each subject. What is common is one folder up."""
